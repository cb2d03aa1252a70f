"""Every method of finding near duplicates that this project knows, usable without Kafka: import from here.

Texts become shingle sets; sets become MinHash signatures, SimHash fingerprints or exactly counted pairs; LSH bands and
pigeonhole blocks find the pairs worth comparing. A parameter that cannot work is a `BadParameter`.

>>> texts = ["one two three four five six seven", "One, two, three, four, five, six!", "something else in six words"]
>>> sets = word_shingles(texts)
>>> signatures = FastSimilaritySketch(slots=128).sign(sets)
>>> candidates = candidate_pairs(Banding(bands=42, rows=3).keys(signatures))
>>> pairs = compare_pairs(sets, *candidates)
>>> pairs.a.tolist(), pairs.b.tolist(), pairs.jaccard.round(3).tolist(), pairs.containment_b.tolist()
([0], [1], [0.667], [1.0])
>>> similar_pairs(sets, threshold=0.3).shared.tolist()  # all pairs, counted exactly
[2]
>>> fingerprints = SimHash(bits=64, weights="tf").sign([tokens_of(text) for text in texts])
>>> near_pairs(fingerprints, distance=12).distances.tolist()
[9]
"""

from pipeline.methods.anchors import winnow
from pipeline.methods.brute import Pairs, compare_pairs, iter_pairs, similar_pairs
from pipeline.methods.exact import first_of_equal, raw_digests, text_digests
from pipeline.methods.lsh import (
    Banding,
    Candidates,
    Target,
    Unrelated,
    candidate_pairs,
    choose,
    iter_candidates,
    s_curve,
)
from pipeline.methods.minhash import (
    MINHASHES,
    AffineMinHash,
    FastSimilaritySketch,
    MinHash,
    UniversalMinHash,
    estimate,
    minhash_named,
)
from pipeline.methods.pigeonhole import (
    FingerprintIndex,
    block_keys,
    blocks_of,
    cut_blocks,
    hamming,
    near_pairs,
)
from pipeline.methods.refused import BadParameter
from pipeline.methods.shingles import (
    ShingleSets,
    character_shingles,
    folded,
    md5_shingles,
    tokens_of,
    word_shingles,
    word_windows,
)
from pipeline.methods.simhash import Corpus, SimHash, fingerprint_sets, hash_features

__all__ = [
    "MINHASHES",
    "AffineMinHash",
    "BadParameter",
    "Banding",
    "Candidates",
    "Corpus",
    "FastSimilaritySketch",
    "FingerprintIndex",
    "MinHash",
    "Pairs",
    "ShingleSets",
    "SimHash",
    "Target",
    "UniversalMinHash",
    "Unrelated",
    "block_keys",
    "blocks_of",
    "candidate_pairs",
    "character_shingles",
    "choose",
    "compare_pairs",
    "cut_blocks",
    "estimate",
    "fingerprint_sets",
    "first_of_equal",
    "folded",
    "hamming",
    "hash_features",
    "iter_candidates",
    "iter_pairs",
    "md5_shingles",
    "minhash_named",
    "near_pairs",
    "raw_digests",
    "s_curve",
    "similar_pairs",
    "text_digests",
    "tokens_of",
    "winnow",
    "word_shingles",
    "word_windows",
]
