"""Labelled sets that the project generates itself, to measure verdicts on; `generated.generated_sets` names them."""
