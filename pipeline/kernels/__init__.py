"""The loops that cost time, each with a plain-Python twin that says what it computes."""
