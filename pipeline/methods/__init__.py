"""Every method of finding near duplicates that this project knows, usable without Kafka: import from here.

Texts become shingle sets; sets become MinHash signatures, SimHash fingerprints or exactly counted pairs; LSH bands and
pigeonhole blocks find the pairs worth comparing. A parameter that cannot work is a `BadParameter`.
"""

from pipeline.methods.brute import Pairs, iter_pairs, similar_pairs
from pipeline.methods.exact import first_of_equal, raw_digests, text_digests
from pipeline.methods.lsh import Banding, Target, Unrelated, choose, s_curve
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
    "character_shingles",
    "choose",
    "cut_blocks",
    "estimate",
    "fingerprint_sets",
    "first_of_equal",
    "folded",
    "hamming",
    "hash_features",
    "iter_pairs",
    "md5_shingles",
    "minhash_named",
    "near_pairs",
    "raw_digests",
    "s_curve",
    "similar_pairs",
    "text_digests",
    "tokens_of",
    "word_shingles",
    "word_windows",
]
