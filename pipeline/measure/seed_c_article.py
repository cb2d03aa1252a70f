"""The figures that the measurement article (seed C) states in its text, for printing beside ours.

Holds no figure of its own: what the article showed in tables only is not known here, and is left out.
"""

from typing import Any, NamedTuple


class Row(NamedTuple):
    """A line of the demo's output: ms on an Apple M3 under Node 23, precision, recall, flagged pairs."""

    ms: int
    precision: float
    recall: float
    flagged: int


DEMO = (
    Row(5, 1.0, 0.0010, 7),
    Row(53, 1.0, 0.0377, 264),
    Row(6833, 1.0, 1.0, 7000),
    Row(569, 1.0, 0.9996, 6997),
    Row(11, 0.9381, 0.7600, 5671),
    Row(18, 1.0, 0.9934, 6954),
    Row(24, 1.0, 0.9394, 6576),
    Row(5, 1.0, 0.4504, 3153),
)
EDITS: dict[str, Any] = {
    "unrelated_mean": 0.0458,
    "unrelated_most": 0.0950,
    "duplicates_from": 0.52,
    "recall_raw": 0.0012,
    "recall_normalised": 0.0381,
    "f1_minhash": 0.9999,
    "f1_simhash": 0.8248,
    "false_simhash": 629,
    "recall_simhash_large_edits": 0.75,
    "recall_exact_at_half": 0.8705,
}
SWEEP_AT_03 = {"exact Jaccard": 1.0, "16": 0.9830, "256": 1.0}
SWEEP_AT_05 = {"exact Jaccard": 0.8705}
SEEDS: dict[str, Any] = {
    "worst_over_best": "nearly 3",
    "mean_absolute": {16: 0.0519, 32: 0.0557},
    "trials": 4000,
    "bias": -0.0004,
    "rmse": 0.0435,
    "theory": 0.0433,
}
SIMHASH: dict[str, Any] = {"f1_64": 0.8248, "f1_128": "below MinHash 32", "tf": "no change at any distance"}
SPLIT_RECALL = {(4, 32): 0.17, (42, 3): 0.995}
SPLIT_CANDIDATES = {(64, 2): 14_000_000}
SPLIT_MS = {(42, 3): 59}
PAIRWISE_MS, EXACT_MS = 8_300, 104_000
FALSE_PER_TRUE = {0.30: "above 1", 0.45: "114"}
SCALE: dict[str, Any] = {
    "documents": 100_000,
    "candidates": 884_637,
    "flagged": 278_508,
    "recall": 0.9947,
    "precision": 1.0,
    "build_ms": 755,
    "verify_ms": 333,
    "memory_mb": 786,
}
