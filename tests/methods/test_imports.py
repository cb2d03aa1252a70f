"""The methods need no Kafka: importing and using them loads neither a client nor a store; and their example holds."""

import doctest
import subprocess
import sys

from pipeline import methods

USE = """
import sys
from pipeline.methods import FastSimilaritySketch, SimHash, estimate, similar_pairs, tokens_of, word_shingles
sets = word_shingles(["one two three four five six", "one two three four five six seven"])
signatures = FastSimilaritySketch().sign(sets)
assert estimate(signatures[:1], signatures[1:])[0] > 0.3
assert similar_pairs(sets, 0.5).shared.tolist() == [2]
assert SimHash().sign([tokens_of("one two")]).any()
unwanted = {"aiokafka", "click", "confluent_kafka", "faust", "mode", "msgspec", "rocksdict"}
print(sorted(unwanted & set(sys.modules)))
"""


def test_nothing_of_kafka_is_loaded() -> None:
    done = subprocess.run([sys.executable, "-c", USE], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_example_holds() -> None:
    found = doctest.testmod(methods)
    assert (found.failed, found.attempted) == (0, 9)
