"""Where documents come in and verdicts go out."""
