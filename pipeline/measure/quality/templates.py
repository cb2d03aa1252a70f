"""The set `templates`: what one template prints again and again with other news in it, and the same news twice.

Judges nothing. All but the sister releases is English. A series belongs to one source, its editions are days apart.
"""

from collections.abc import Callable, Iterator
from typing import Final

from pipeline.measure.draws import Draws
from pipeline.measure.quality.labelled import (
    DIFFERENT,
    DUPLICATE,
    HOUR_MS,
    RECURRING,
    Pair,
    Part,
    Press,
    QualitySet,
    day,
    each_with_each,
    feed_of,
    gathered,
)
from pipeline.measure.quality.series import Edition, Series
from pipeline.measure.quality.sisters import FRAMES, sister_notices, transposed
from pipeline.measure.quality.standing_texts import CALLS, DIVIDENDS, MARKETS, RELEASES, REPORTS, WEEKLIES
from pipeline.measure.quality.wires import wire_story

WEEK: Final = 7  # days
Printed = tuple[str, int, Edition]  # what tells it from the others, its day, what it says


def _series(name: str, note: str, editions: list[Printed], draws: Draws) -> Part:
    """Print the editions of a series, all different, and one of them once more as it was with a typo."""
    press = Press(feed_of(name), day(0))
    documents = [edition.printed(f"{name}-{key}", press.later(day(at) - day(0))) for key, at, edition in editions]
    pairs = each_with_each([document.id or "" for document in documents], DIFFERENT, note)
    key, at, edition = draws.pick(editions)
    typo = edition.misprinted(draws).printed(f"{name}-{key}-typo", press.later(day(at) - day(0) - 3 * HOUR_MS))
    for document in documents:
        is_same = document.id == f"{name}-{key}"
        label, why = (DUPLICATE, f"{note}, typo fixed") if is_same else (DIFFERENT, note)
        pairs.append(Pair(typo.id or "", document.id or "", label, why))
    return [typo, *documents], pairs


def releases(name: str, draws: Draws) -> Part:
    """Three releases in a row, the third with a sister of the same day and the same fixes for an older branch."""
    series = Series(RELEASES, draws.between(3, 5), draws)
    major, minor, patch = draws.between(2, 9), draws.between(1, 30), draws.between(0, 6)
    editions: list[Printed] = []
    items: tuple[str, ...] = ()
    for number in range(3):
        items = series.items(draws.between(5, 8), draws)
        version = f"{major}.{minor}.{patch + number}"
        editions.append((version, number * 3 * WEEK, series.edition({"version": version}, items)))
    version = f"{major}.{minor - 1}.{patch + draws.between(3, 9)}"
    editions.append((version, 2 * 3 * WEEK, series.edition({"version": version}, items)))
    return _series(name, "release notes", editions, draws)


def candidates(name: str, draws: Draws) -> Part:
    """Three release candidates within two weeks; each repeats what was in the one before and adds an item."""
    series = Series(RELEASES, draws.between(3, 5), draws)
    release, items = f"{draws.between(2, 9)}.{draws.between(1, 30)}.0", series.items(7, draws)
    editions = [
        (f"rc{number}", WEEK * (number - 1), series.edition({"version": f"{release}-rc{number}"}, items[: 4 + number]))
        for number in range(1, 4)
    ]
    return _series(name, "release candidate", editions, draws)


def sisters(name: str, draws: Draws) -> Part:
    """One notice for two branches of a program, in a language other than English; one is corrected an hour later."""
    language = draws.pick(tuple(FRAMES))
    major, minor = draws.between(2, 9), draws.between(2, 30)
    versions = f"{major}.{minor}.{draws.below(9)}", f"{major}.{minor - 1}.{draws.below(20)}"
    press = Press(feed_of(name), day(draws.below(20)), language.code)
    one, other = sister_notices(language, versions, draws)
    typo = Edition(one.title, transposed(one.text, draws))
    parts = ("typo", typo, 0), ("one", one, 1), ("other", other, 2)
    documents = [edition.printed(f"{name}-{key}", press.later(at * HOUR_MS)) for key, edition, at in parts]
    return documents, [
        Pair(f"{name}-typo", f"{name}-one", DUPLICATE, "sister releases, typo fixed"),
        Pair(f"{name}-typo", f"{name}-other", DIFFERENT, "sister releases"),
        Pair(f"{name}-one", f"{name}-other", DIFFERENT, "sister releases"),
    ]


def markets(name: str, draws: Draws) -> Part:
    """Eight closing notices that differ in day and numbers; some numbers are those of a month and stay."""
    series = Series(MARKETS, draws.between(4, 8), draws, frozen=draws.below(6))
    days = ("Monday", "Tuesday", "Wednesday", "Thursday")
    editions = [
        (f"{week}{at}", WEEK * week + at, series.edition({"day": days[at], "points": series.word("points")}))
        for week in range(2)
        for at in range(4)
    ]
    return _series(name, "market notice", editions, draws)


def weeklies(name: str, draws: Draws) -> Part:
    """Six weekly letters: items of their own between standing parts."""
    series = Series(WEEKLIES, draws.between(4, 7), draws)
    first = draws.between(40, 600)
    editions = [
        (str(issue), WEEK * (issue - first), series.edition({"issue": str(issue)}, series.items(8, draws)))
        for issue in range(first, first + 6)
    ]
    return _series(name, "weekly edition", editions, draws)


def reports(name: str, draws: Draws) -> Part:
    """A standing report, printed word for word two weeks later; every other one corrected on its day instead."""
    edition = Series(REPORTS, draws.between(4, 8), draws).edition({})
    if draws.below(2):
        return _series(name, "standing report", [("one", 0, edition)], draws)
    press = Press(feed_of(name), day(draws.below(WEEK)))
    documents = [edition.printed(f"{name}-{at}", press.later(day(at) - day(0))) for at in (0, 2 * WEEK)]
    one, other = (document.id or "" for document in documents)
    return documents, [Pair(one, other, RECURRING, "standing report, two weeks apart")]


def calls(name: str, draws: Draws) -> Part:
    """A yearly call, copied and dated anew for three years; here they are four weeks apart, within any window."""
    series = Series(CALLS, draws.between(4, 7), draws)
    editions = [
        (str(year), 4 * WEEK * (year - 2023), series.edition({"year": str(year)})) for year in range(2023, 2026)
    ]
    return _series(name, "yearly call", editions, draws)


def dividends(name: str, draws: Draws) -> Part:
    """Six companies' dividend notices, printed by one registrar within two days."""
    series = Series(DIVIDENDS, draws.between(2, 4), draws)
    editions = [(str(number), number // 3, series.edition({"firm": series.word("firm")})) for number in range(6)]
    return _series(name, "dividend notice", editions, draws)


def wires(name: str, draws: Draws) -> Part:
    """A long wire story, and its next version some hours later with another death toll."""
    before, after = wire_story(draws)
    press = Press(feed_of(draws.pick(("meridian", "northline", "telegraphic"))), day(draws.below(20)))
    documents = [
        before.printed(f"{name}-first", press),
        after.printed(f"{name}-later", press.later(draws.between(1, 20) * HOUR_MS)),
    ]
    return documents, [Pair(f"{name}-first", f"{name}-later", DUPLICATE, "death toll")]


KINDS: Final[dict[Callable[[str, Draws], Part], int]] = {
    releases: 18,
    candidates: 12,
    sisters: 36,
    markets: 14,
    weeklies: 12,
    reports: 36,
    calls: 16,
    dividends: 10,
    wires: 40,
}


def _parts(seed: int) -> Iterator[Part]:
    for kind, (make, count) in enumerate(KINDS.items()):
        for number in range(count):
            yield make(f"{make.__name__}{number:02d}", Draws(seed, kind, number))


def templates(seed: int = 1) -> QualitySet:
    """Generate the set: editions are different, a fixed typo and a new death toll make a duplicate."""
    return gathered("templates", _parts(seed))
