"""Why our figures differ from the article's, table by table, in sentences that hold for any run.

Holds no figure of ours.
"""

DEMO = """
Digests: the article's one-character edit sometimes replaces a letter by itself. That makes its 7 raw pairs, and 14 of
its 264 normalised ones, since such a copy also equals the reflowed one. Ours always changes the letter, which leaves
the reflowed copies.

MinHash and LSH: one draw of the hash functions each; the tables of seed sets and of bands say how far such draws lie
apart, and what theory gives for these documents. The article's own program prints a recall of 0.4976 at 16 x 8 where
there is no word list and it makes its words itself. SimHash: other words, hashed by other functions.

Times are of another machine and language. Exact Jaccard is counted through an inverted index, not by merging every
pair; the normalised digest is made together with the shingles.
"""
EDITS = """
Thresholds of SimHash are bits of distance. The article's table of edits is not in its text.
"""
SIMILARITY = """
Unrelated documents share nothing but the footer. With the 24 words of the article's demo it makes the mean 0.03, as the
25 words here do; 0.0458 is what some 34 words make.

The article says that duplicates start at 0.52, which holds for an original and its copy. Two copies of one original lie
further apart, which is why exact Jaccard at 0.5 finds 0.87 of the labelled pairs, there and here: thresholds from 0.35
to 0.52 lose pairs, though the article has them separate perfectly.
"""
SWEEP = """
The article's other cells are not in its text; it says that at 0.5 every row lies near 0.87. `fast` is the pipeline's
own sketch of 128 slots, which is as exact as classic MinHash of about 177 slots for documents of this length.
"""
SEEDS = """
The article finds the unluckiest set nearly 3 times as far off as the luckiest at every count, and 32 slots worse than
16. Errors over all pairs do that, nearly all of which are unrelated: they share the same footer, so whether its
shingles win a slot is decided once for all of them, and their errors do not average out. Over labelled pairs luck is a
few per cent.
"""
TRIALS = """
The standard error of the bias is {error}: both are what chance gives.
"""
SIMHASH = """
The article says of shingles of five words: no change at any distance. It has no row for single words, where it says
that weights are of use. Generated topics have words of their own, which such features tell apart well; texts on one
real topic share their words.

The best F1 of MinHash 32 is in the table of slots. The forms here hash the words by MurmurHash3, the demo's mixes the
shingles' own hashes.
"""
BOILERPLATE = """
The block takes the same share of every document. All unrelated pairs share it, so a draw of hash functions moves all
their estimates together: hence the range over seed sets, of which the article shows one.

A threshold just above the 99th percentile, the article's advice, leaves up to 1 % of the unrelated pairs even of exact
similarities, and the unrelated are hundreds of times as many as the duplicates. Stripped: shingles that more than 5 %
of the documents have are left out before signing, which brings 0.3 back; what the longest documents alone have of the
block stays and costs them some recall.
"""
SPLITS = """
`met`: labelled pairs that share a band, the mean over seed sets, beside the mean of 1-(1-s^r)^b over their
similarities; recall is what is left when the estimate has to reach 0.3 as well.

With rows of 2 or 3 the candidates hang on the draw: where the smallest hash in all rows of a band comes from the shared
footer, many documents meet at once. The range shows that the article's 14 million at 64 x 2 are such a draw; they are
28 % of its 49,995,000 pairs, not the 42 % that it says.

The article calls (1/b)^(1/r) the similarity of a 50 % chance. The chance there is about 64 %; with 42 x 3 it is 50 % at
0.254, not at 0.288.
"""
SCALE = """
{seeds} seed sets: {met:.5f} of the labelled pairs meet, theory {theory:.5f}; the standard error of the mean over seed
sets is {error:.5f}, and the two are {away:.1f} of it apart. Candidates: median {median:,}, from {least:,} to {most:,}.
What exceeds the labelled pairs comes from the shared footer and hangs on the draw, as does the article's number.

The first two builds sort the keys of each band, for batches of any size, and give every pair. `index` is the
pipeline's: documents look up and post 256 at a time, in buckets of 64 at most, which bounds what a bad draw costs.

Signing took {signed} ms, which is in none of the builds. Memory is the largest resident set of a process of its own,
with the generator and all shingle sets but without the texts.
"""
