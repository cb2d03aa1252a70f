"""`firstprint explain`: why two documents are duplicates, or are not.

Parses and prints; `pipeline.measure.explain` finds the reasons.
"""

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import click

from pipeline.cli.kernels import make_ready
from pipeline.cli.options import with_profile
from pipeline.edges.files import DAMAGED, STANDARD_INPUT, File, chunks_of
from pipeline.errors import BadSetup
from pipeline.measure.evaluate_texts import Piece, difference, joined, shortened, shown_text
from pipeline.measure.explain import Explanation, documents_in, documents_of_texts, explain, why, why_not
from pipeline.measure.explain_pair import days
from pipeline.measure.explain_rules import Sides
from pipeline.profile import Profile
from pipeline.profile_files import profile_from
from pipeline.records import Document

MARKS = {"both": "{}", "one": "[-{}-]", "other": "{{+{}+}}", "gap": "… {} words …"}
COLOURS = {"one": "red", "other": "green", "gap": "bright_black"}
BANDS_SHOWN = 12


@click.command()
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
@click.option(
    "--in",
    "files",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A and B are ids of documents in this file or folder; may be given several times.",
)
@with_profile
@click.option("--whole", is_flag=True, help="Show the whole texts, not only what surrounds a difference.")
def command(*, one: str, other: str, files: tuple[Path, ...], profile_name: str, whole: bool) -> None:
    """Explain the verdict on two texts: what they share, the bands in which they meet, the rule that decides.

    Where none makes them duplicates, every part that stands against it is named with its numbers. Only these two are
    looked at: what else a stream holds is not asked.

    A and B are text files, or - for standard input; with --in they are ids in files that scan reads (JSON lines, feeds,
    folders of them), and titles, links and dates count as well. Their difference is coloured on a terminal (unless
    NO_COLOR is set); elsewhere [-…-] stands around what only A has, and {+…+} around what only B has.

    \b
    firstprint explain wire.txt paper.txt
    firstprint explain t980 t981 --in news.jsonl.zst
    """  # noqa: D301  # \b is click's mark for lines that stay as they are
    profile, now_ms = profile_from(profile_name), time.time_ns() // 1_000_000
    if not files:
        documents = documents_of_texts((one, other), (read_text(one), read_text(other, before=one)))
    else:
        documents = documents_in(files, (one, other), now_ms)
    make_ready(profile)
    explanation = explain(*documents, profile, now_ms)
    click.echo("\n".join(lines_of(explanation, documents, profile)))
    pieces = difference(*map(shown_text, documents))
    click.echo("\n" + marked(pieces if whole else shortened(pieces), coloured=is_coloured()))


def read_text(name: str, before: str = "") -> str:
    """Read a text file or standard input; `BadSetup` where it cannot be read or is not UTF-8."""
    path = Path(name)
    if path == STANDARD_INPUT == Path(before):
        raise BadSetup("Standard input cannot be both texts.", "Name a file for one of them.")
    if path != STANDARD_INPUT and not path.is_file():
        raise BadSetup(f"There is no file {name}.", "For two ids in a file of documents, name it with --in FILE.")
    try:
        return b"".join(chunks_of(File(path, name))).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadSetup(f"{name} is not UTF-8 (byte {error.start}).", "Convert it, or take it out of a feed.") from None
    except DAMAGED as error:
        raise BadSetup(f"{name} cannot be read: {error}.", "Check the file.") from None


def lines_of(explanation: Explanation, documents: Sequence[Document], profile: Profile) -> list[str]:
    """Return what is known of the two, a line each; "A" and "B" are as they were given."""
    names = {str(document.id): letter for document, letter in zip(documents, "AB", strict=True)}
    first, second = names[explanation.first], names[explanation.second]
    in_second, in_first = explanation.containments
    words, shingles = explanation.words, explanation.shingles
    sides = sides_of(explanation, documents, (first, second))
    estimate = "" if explanation.estimate is None else f"   the sketches estimate {explanation.estimate:.4f}"
    return [
        *(f"{letter:<13}{joined(name.split(' '))}" for name, letter in names.items()),
        f"order        {order_of(explanation, (first, second))}",
        f"verdict      {verdict_on(explanation, (first, second))}",
        f"rule         {why(explanation, profile)}",
        *(f"{'' if place else 'against':<13}{part}" for place, part in enumerate(why_not(explanation, sides, profile))),
        f"words        {explanation.shared_words:,} shared; {first} has {words[0]:,}, {second} has {words[1]:,}",
        f"shingles     {explanation.shared:,} shared; {first} has {shingles[0]:,}, {second} has {shingles[1]:,}",
        f"similarity   {explanation.similarity:.4f}   (Jaccard){estimate}",
        f"containment  {in_second:.4f} of {first} is in {second}, {in_first:.4f} of {second} is in {first}",
        f"bands        {bands_of(explanation)}",
        f"profile      {profile.identity}",
    ]


def sides_of(explanation: Explanation, documents: Sequence[Document], letters: tuple[str, str]) -> Sides:
    """Return what sentences quote, the earlier-ranked first."""
    one, other = documents if documents[0].id == explanation.first else documents[::-1]
    return Sides(letters, (shown_text(one), shown_text(other)), (one.title or "", other.title or ""))


def order_of(explanation: Explanation, letters: tuple[str, str]) -> str:
    """Say which of the two ranks first, and by what."""
    first, second = letters
    between = int(explanation.pair.between[0])
    by = f"{days(between)} earlier" if between else "by a hash of their ids, as their times are equal"
    return f"{first} ranks before {second}, {by}; the verdict is on {second}"


def verdict_on(explanation: Explanation, letters: tuple[str, str]) -> str:
    """Say what the later one is: "unique" it may be called only where all documents were looked at."""
    first, second = letters
    kind = explanation.verdict.kind
    if explanation.is_match:
        return f"{second} is {kind} of {first}"
    return f"{second}: no match" if kind == "unique" else f"{second} is {kind}"


def bands_of(explanation: Explanation) -> str:
    """Return the bands that collide."""
    bands = explanation.bands
    more = f" and {len(bands) - BANDS_SHOWN} more" if len(bands) > BANDS_SHOWN else ""
    which = f": {', '.join(bands[:BANDS_SHOWN])}{more}" if bands else ""
    return f"{len(bands)} of {explanation.band_count} collide{which}"


def is_coloured() -> bool:
    """Whether standard output shows colours."""
    return sys.stdout is not None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def marked(pieces: Sequence[Piece], *, coloured: bool) -> str:
    """Return the pieces of a difference as one line with colours or marks."""
    parts = []
    for side, words in pieces:
        text = joined(words)
        if coloured and side in COLOURS:
            shown = MARKS["gap"].format(text) if side == "gap" else text
            parts.append(click.style(shown, fg=COLOURS[side], strikethrough=side == "one" or None))
        else:
            parts.append(MARKS[side].format(text))
    return " ".join(parts)
