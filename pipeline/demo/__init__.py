"""The demonstration: a generated stream of feeds, the whole pipeline on a real Kafka, a screen that shows verdicts."""
