"""The pure steps from a raw message to a verdict; they know nothing of Kafka, Faust, RocksDB, clocks or chance."""
