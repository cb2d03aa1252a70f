"""The numbers that the hashes are made of. Changing one changes every stored key, so `pipeline.profile.REVISION` rises.

Computes nothing.
"""

MASK = (1 << 64) - 1
EMPTY = 0xFFFFFFFF  # a sketch's slot that nothing was thrown into

# Words: the first 64 bits of pi's fraction, and 2^64 over the golden ratio.
WORD_SEED = 0x243F6A8885A308D3
WORD_ODD = 0x9E3779B97F4A7C15

# Shingles: one odd factor per word. The first five are wyhash's; the others are splitmix64 from WORD_SEED on, made odd.
FACTORS = (
    0xA0761D6478BD642F,
    0xE7037ED1A0B428DB,
    0x8EBC6AF09C88C6E3,
    0x589965CC75374CC3,
    0x1D8E4E27C47D124F,
    0x2CB0F69F4ABEA221,
    0x9417034723148989,
    0xDD555950609DFE03,
    0xDBAFB150DEB12801,
    0x7E789B2E6C442CB7,
    0xF41E5636C7E4F8C5,
    0x0959D150F8FBA7E5,
    0xA97316F13CDB9EEB,
    0x74CD8258F9520069,
    0x55C74A62E116868B,
    0xD2F4C799A2023CBD,
)
MAX_WORDS = len(FACTORS)
FINAL_ODD = 0xBF58476D1CE4E5B9  # splitmix64's first multiplier, here the last step of shingles and keys

# Sketches and band keys.
SKETCH_SEED = 0x632BE59BD9B4E019
SKETCH_ODD = 0xD6E8FEB86659FD93
MIN_SLOTS = 2
MAX_SLOTS = 4096  # bits 52-63 of the hash choose the slot at most, bits 20-51 are the value

MAX_ANCHORS = 256  # ten times what any text has
