"""What keeps Faust from losing events: overrides, gate, lease and watchdog."""
