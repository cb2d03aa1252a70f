"""Grammars of texts that come again and again: releases, market notices, letters, reports, calls.

Fills nothing: a slot in braces keeps its word for a series, one in angle brackets is filled anew for each edition.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pipeline.demo.grammar import lines, words
from pipeline.measure.quality.languages import ENGLISH

# Of "fixed" words a series has one throughout, such as the name of the software.
WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    **ENGLISH.words,
    "software": ("{tool}{ending}",),
    "tool": words(
        "Quill Basalt Ferry Lumen Otter Cinder Harbour Pollen Radix Sextant Thimble Vellum Walnut Zephyr Marrow"
    ),
    "ending": words("DB Kit Flow Store Proxy Sync Shell Graph Forge Cast"),
    "part": words("""
        parser scheduler query_planner connection_pool installer cache log_reader file_watcher type_checker index
        command_line upload_form search_page backup_job session_store job_queue test_runner colour_theme help_text
        network_layer importer template_engine
    """),
    "fault": words("""
        crash memory_leak race deadlock wrong_offset missing_header lost_update slow_start stale_lock endless_retry
        rounding_error double_free time-out broken_link false_warning bad_default
    """),
    "platform": words(
        "Linux Windows macOS FreeBSD Solaris Android ARM_boards old_browsers small_screens IPv6_networks"
    ),
    "effort": words(
        "reworked renamed removed sped_up simplified documented restored split hardened translated rewrote"
    ),
    "reader": words("""
        users readers operators packagers contributors maintainers testers sponsors students colleagues
    """),
    "tone": words("Happily Briefly Finally Again Today Quietly Sadly Proudly Clearly Surely"),
    "index": ("the {city} {basket}",),
    "city": words(
        "Halden Norvik Tessaly Ostmark Callao Bremhaven Lisburn Verona Kolding Astra Pellworm Quito Sund Trieste"
    ),
    "basket": words("""
        index composite 30 all-share small-cap_list shipping_index grain_table metals_basket bond_index
    """),
    "move": words("rose fell gained lost added shed climbed slipped advanced retreated"),
    "traders": words("dealers brokers traders analysts fund_managers importers millers shipowners refiners growers"),
    "commodity": words(
        "wheat copper coffee palm_oil zinc barley cotton crude cocoa tin soya rubber timber lead sugar gas"
    ),
    "mood": words("thin brisk nervous quiet mixed cautious lively patchy firm dull hesitant orderly"),
    "section": words("Reading Listening Events Jobs Tools Letters Recipes Walks Exhibits Markets Gardens Talks"),
    "letter": ("{paper} {form}",),
    "paper": words("""
        Lantern Compass Ledger Orchard Harbour Attic Kettle Meadow Beacon Almanac Postbox Trellis Anvil
    """),
    "form": words("Weekly Letter Digest Bulletin Notes Review Dispatch Gazette"),
    "office": ("the {town} {bureau}",),
    "town": words("""
        Ashgrove Netherby Kingsmere Larkhill Fenwick Selwick Ormsby Redcliffe Merrivale Glenmoor Eastwick
    """),
    "bureau": words(
        "central_bank harbour_board reserve_office water_authority mint grain_agency rail_office land_registry"
    ),
    "measure": words("""
        lending_rate reserve_requirement discount_window toll storage_fee water_quota berth_charge coin_issue grain_levy
        deposit_rule credit_ceiling fare_table
    """),
    "grant": words("fellowship prize residency bursary scholarship award stipend travel_grant"),
    "field": words("""
        marine_biology book_design stage_music soil_science old_maps bridge_building folk_song radio_drama poetry
        astronomy glass_making field_medicine
    """),
    "term": words("quarterly half-yearly interim final special yearly"),
    "term2": words("quarterly half-yearly interim final special yearly"),
    "holders": words("holders owners shareholders members nominees investors trustees"),
    "pause": words("resets waits restarts sleeps writes_twice reloads"),
    "ticket": tuple(map(str, range(1_004, 9_900, 7))),
    # Filled anew for each edition:
    "points": tuple(f"{n / 10:,.1f}" for n in range(9_011, 99_000, 467)),
    "price": tuple(f"{n / 4:,.2f}" for n in range(411, 9_900, 37)),
    "change": tuple(f"{n / 100:.2f}" for n in range(4, 390, 7)),
    "volume": tuple(f"{n:,}" for n in range(1_210, 88_000, 613)),
    "cents": tuple(f"{n / 2:g}" for n in range(9, 180, 5)),
    "date": tuple(f"{n} {month}" for month in ("March", "April", "May", "June", "September") for n in range(2, 29)),
    "firm": ENGLISH.words["company"],
}


@dataclass(frozen=True)
class Form:
    """What a series of one kind is made of: it has one title, one opening and some of the body's sentences.

    `items` are drawn anew for each edition; `fixed` slots have one word throughout a series.
    """

    titles: tuple[str, ...]
    opening: tuple[str, ...]
    body: tuple[str, ...]
    items: tuple[str, ...] = ()
    fixed: frozenset[str] = frozenset()


RELEASES: Final = Form(
    titles=lines("""
        {software} <version> released
        Release notes for {software} <version>
        {software} <version> is out
    """),
    opening=lines("""
        {tone} we announce {software} <version>, {adjective} news for {reader} and {people} on {platform}.
        {software} <version> is here; {reader} on {platform} waited {digit} weeks for it.
        Version <version> of {software} fixes {digit} bugs that {reader} found on {platform} and {platform}.
    """),
    body=lines("""
        {reader} of {software} on {platform} can upgrade in place; {reader} on {platform} read {section} first.
        Install <version> with the {part} switched off, then start the {part} and the {part}.
        Thanks to {speaker}, {speaker} and {speaker} for {adjective} patches, and to {rival} for {thing}.
        The {part} of {software} keeps its format since {year}; the {part} does not.
        Report a {fault} to {speaker} by {day}, with the {part} log and {platform} details.
        Signed files lie on {rival} mirrors in {place}, {place2} and {city}.
        {software} needs {digit} gigabytes on {platform}, {digit} on {platform} with the {part}.
        {speaker} keeps the {section} page for {reader}, {reader} and {reader} up to date.
    """),
    items=lines("""
        The {part} {pause} after a {fault} on {platform} (#{ticket}).
        Fixed a {fault} in the {part} that {speaker} saw with {ticket} files (#{ticket}).
        {speaker} {effort} the {part}, now {percent} per cent faster on {platform} (#{ticket}).
        The {part} no longer shows a {fault} when the {part} stops (#{ticket}).
        A {fault} between {part} and {part} is gone from {platform} (#{ticket}).
        New option for the {part}: wait {minute} seconds before a {fault} counts (#{ticket}).
        The {part} accepts {ticket} entries, up from {minute}, without a {fault}.
        On {platform} the {part} asks {reader} before it {pause} (#{ticket}).
    """),
    fixed=frozenset({"software"}),
)
MARKETS: Final = Form(
    titles=lines("""
        {index} closes at <points>
        Closing notice: {index}, <day>
        {city} close: {commodity} at <price>
    """),
    opening=lines("""
        On <day> {index} <move> <change> per cent to <points>, in {mood} trade at {street}.
        {index} stood at <points> on <day>, <change> per cent from {mood} levels in {place}.
    """),
    body=lines("""
        {commodity} for {month} delivery stood at <price> a tonne in {city}, {commodity} at <price>.
        Shares in {company} <move> <change> per cent to <price>, those in {rival} <change> per cent.
        {traders} at {rival} spoke of {mood} orders from {place} and {mood} ones from {place2}.
        Turnover came to <volume> lots on <day>, of which <volume> changed hands at {street}.
        The {month} contract on {commodity} closed at <price>, its {ordinal} {basket} fixing at <price>.
        Stocks of {commodity} in {city} sheds stand at <volume> tonnes, those of {commodity} at <volume>.
        Freight from {city} to {place} cost <price> a day, {thing} space <price>.
        {traders} near {street} watch {commodity} and {mood} demand for {thing} from {place2}.
        {rival} fixed {commodity} at <price> on <day>, {company} its {thing} at <price>.
        Bids for {commodity} stood at <price> and <price>; {traders} called that {mood}.
    """),
    fixed=frozenset({"index", "city", "company"}),
)
WEEKLIES: Final = Form(
    titles=lines("""
        {letter} No. <issue>
        {letter}, issue <issue>
    """),
    opening=lines("""
        Welcome to {letter} <issue>, {adjective} {reader} of {place} and {people} everywhere else.
        This is {letter} <issue>, put together by {speaker} in {place} every {day} since {year}.
    """),
    body=lines("""
        {letter} is written by {speaker} and {speaker}, printed by {rival} near {street}, and free for {people}.
        Send {adjective} ideas for {section}, {section} and {section} to {speaker} before {day} at {hour}.
        {people} pay nothing; {reader} give {digit} crowns a {season} to {rival} for {thing}.
        Our {adjective} archive in {place2} goes back to {year} and holds {thing}, {thing} and {goods}.
        {speaker} reads every letter about {section} aloud on {day} evenings at {street}.
        You get {letter} because {speaker} or {rival} put you on the {adjective} list.
        Meet {letter} {reader} at {street} on the {ordinal} {day} of {month}, {goods} included.
        Back issues with {adjective} covers cost {minute} crowns at {rival}, {place}.
    """),
    items=ENGLISH.general,
    fixed=frozenset({"letter", "place", "place2", "place3"}),
)
REPORTS: Final = Form(
    titles=lines("""
        {office} leaves {measure} unchanged
        {office}: no change to {measure}
    """),
    opening=lines("""
        At its regular meeting {office} left the {measure} as it was, {speaker} said in {place}.
        The {measure} of {office} stays where it has been since {month} {year}, said {speaker}.
    """),
    body=lines("""
        {speaker} of {rival} had expected nothing else, given {adjective} figures for {goods} and {thing}.
        {office} next looks at the {measure} when {group} and {rival} meet near {street}.
        {people} in {place} pay the {measure} through {rival}, {people} in {place2} through {company}.
        {office} also kept its {adjective} view of {problem}, {problem} and {goods}.
        Under rules of {year}, {group} may change the {measure} by {digit} steps in {season}.
        {speaker} and {speaker} voted with {group}; {speaker} was in {place2}.
        The {measure} was last raised in {month} {year} because of {problem} in {place}.
        {office} publishes minutes through {rival} {digit} weeks later, {goods} tables included.
        For {people} with {thing} the {measure} counts {digit} times, for {people} once.
        Questions go to {speaker} at {street}, {place}, between {hour} and {hour}.
    """),
    fixed=frozenset({"office", "measure", "place", "place2", "company"}),
)
CALLS: Final = Form(
    titles=lines("""
        Call for the {letter} {grant} <year>
        {field}: {grant} <year> open
    """),
    opening=lines("""
        {rival} invites {people} to apply for its {grant} in {field} until <date> <year>.
        Until <date> <year> {people} can apply to {rival} for a {grant} in {field}.
    """),
    body=lines("""
        The {grant} pays {money} thousand crowns and a room on {street} in {place} for {digit} months.
        A jury under {speaker} and {speaker} of {group} reads {adjective} work about {landscape}.
        Send {digit} pages on {field} with {thing} or {creature} to {speaker} at {rival}.
        {people} under {minute} may apply, {people} from {place2} and {place3} in particular.
        The {grant} of <year> begins in {place}, where {speaker} takes over from {speaker}.
        Earlier winners wrote about {creature}, {landscape} and {adjective} {thing} of {place2}.
        {rival} pays travel from {place3}; {goods} and {goods} are shared at {street}.
        {speaker} answers {adjective} questions of {people} on {day} from {hour} to {hour}.
        Work on {problem} or {problem} is welcome, {adjective} copies of {year} are not.
        {group} hands over the {grant} in {month} beside {street}, {people} are invited.
    """),
    fixed=frozenset({"grant", "field", "place", "place2", "place3"}),
)
DIVIDENDS: Final = Form(
    titles=lines("""
        <firm> declares dividend
        Dividend notice: <firm>
    """),
    opening=lines("""
        The board of <firm> declared a {term} dividend of <cents> cents, due <date> to holders of <date>.
        <firm> pays its {term} dividend of <cents> cents on <date>; {holders} of <date> receive it.
        {holders} of <firm> get <cents> cents on <date>, {term} payment {speaker} proposed in {place}.
        On <date> {company} credits {holders} of <firm> with a {term} sum: <cents> cents each.
        <cents> cents for each share: <firm> sends its {term} payment to {holders} by <date>.
        {term2} dividends at <firm>: <cents> cents, {company} pays them to {holders} on <date>.
    """),
    body=lines("""
        {holders} who hold through {company} or {rival} are credited {digit} days later at {hour}.
        Forms for {people} abroad are with {speaker} at {street}, {place}, until <date>.
        {percent} per cent is withheld under rules of {year} unless {rival} holds a {adjective} waiver.
        {holders} may take {adjective} shares instead, at {percent} per cent below {day} prices.
        {speaker} of {company} keeps the register; {rival} counts {adjective} claims in {place2}.
    """),
    fixed=frozenset({"company", "place", "place2"}),
)
