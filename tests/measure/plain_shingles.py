"""Shingles as tuples of words: the plain definition, to check what generators promise."""

import re


def shingles(text: str, words: int = 5) -> frozenset[tuple[str, ...]]:
    tokens = re.findall(r"[^\W_]+", text.lower())
    return frozenset(tuple(tokens[i : i + words]) for i in range(len(tokens) - words + 1))


def jaccard(a: frozenset[tuple[str, ...]], b: frozenset[tuple[str, ...]]) -> float:
    return len(a & b) / len(a | b)
