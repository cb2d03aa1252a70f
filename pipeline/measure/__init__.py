"""Generated documents, comparisons and benchmarks."""
