"""Pictures of figures: S-curves, similarities, recall and kernels, as PNG or SVG through matplotlib (`[plots]`).

Measures nothing: `plots_data` does. Colours are those of Okabe and Ito, which people with any colour vision tell apart;
line styles, markers and hatches say the same once more.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any, Final

import numpy as np

from pipeline.errors import BadSetup
from pipeline.measure.plots_data import Kernel, Kernels, RecallCurve, Shape, Similarities
from pipeline.profile import NEWS, Profile

FORMATS: Final = (".png", ".svg")
INCHES: Final = (8.0, 5.0)
DPI: Final = 100  # 800 pixels across
COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
LINES: Final = ("-", "--", "-.", ":")
MARKERS: Final = ("o", "s", "^", "D", "v", "P")
HATCHES: Final = ("", "///", "...", "xx", "\\\\\\", "++", "oo")
GREY: Final = "#666666"
STEP: Final = 0.02  # of similarity: a bar of the histogram
BESIDE: Final = 0.011  # of similarity, between points of one bin, so that none hides another
BAR: Final = 0.26  # inches, of a kernel or a rival
LINE: Final = 60  # characters under the axis
ROOM: Final = 0.5  # behind the longest bar, of the orders of magnitude that all speeds span
SIMILARITY: Final = "Jaccard similarity of two documents"


def new_figure(size: tuple[float, float] = INCHES) -> tuple[Any, Any]:
    """Return an empty figure and its axes; `BadSetup` where matplotlib is not installed."""
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        raise BadSetup(
            "Pictures need matplotlib, which is not installed.", "Install it: pip install 'firstprint[plots]'."
        ) from None
    figure: Any = Figure(figsize=size, dpi=DPI, layout="constrained")
    axes = figure.add_subplot()
    axes.grid(visible=True, color="#DDDDDD", linewidth=0.8)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return figure, axes


def check_output(path: Path) -> None:
    """Raise `BadSetup` for a file that would be no picture."""
    if path.suffix.lower() not in FORMATS:
        raise BadSetup(f"{path} is neither a PNG nor an SVG by its name.", "End its name with .png or .svg.")


def save(figure: Any, path: Path) -> None:
    """Write the picture; equal figures give equal bytes."""
    check_output(path)
    metadata = {"Date": None} if path.suffix.lower() == ".svg" else {"Software": None}
    import matplotlib as mpl

    for text in figure.findobj(lambda artist: hasattr(artist, "set_parse_math")):
        text.set_parse_math(False)  # names may hold any sign, a dollar included
    with mpl.rc_context({"svg.hashsalt": "firstprint"}):
        figure.savefig(path, metadata=metadata)


def thousands() -> Any:
    """Labels of a logarithmic axis in plain text: 100, 10 k, 1 M."""
    from matplotlib.ticker import EngFormatter

    return EngFormatter()


def chance_of(shape: Shape, similarity: Any) -> Any:
    """The chance that two sketches of this similarity share a band: 1 - (1 - s^r)^b (Leskovec et al., section 3.4)."""
    return 1 - (1 - similarity**shape.rows) ** shape.bands


def half_point(shape: Shape) -> float:
    """The similarity at which that chance is one half."""
    return float((1 - 0.5 ** (1 / shape.bands)) ** (1 / shape.rows))


def draw_s_curves(shapes: Sequence[Shape], path: Path) -> None:
    """Draw the chance to become candidates against similarity, a line for each shape."""
    figure, axes = new_figure()
    similarity = np.linspace(0, 1, 501)
    for place, shape in enumerate(shapes):
        half = half_point(shape)
        label = f"{shape.bands} bands of {shape.rows} rows: half at {half:.2f}"
        colour, line = COLOURS[place % len(COLOURS)], LINES[place % len(LINES)]
        axes.plot(similarity, chance_of(shape, similarity), line, color=colour, linewidth=2.2, label=label)
        axes.plot([half], [0.5], MARKERS[place % len(MARKERS)], color=colour, markersize=7)
    dress(axes, "How likely two documents become candidates", SIMILARITY, "probability")
    axes.legend(loc="lower right", fontsize=11)
    save(figure, path)


def draw_similarities(found: Similarities, profile: Profile, path: Path) -> None:
    """Draw how many verified and how many other pairs have which similarity, on a logarithmic scale."""
    figure, axes = new_figure()
    edges = np.linspace(0, 1, round(1 / STEP) + 1)
    threshold = profile.threshold_num / profile.threshold_den
    rest = f"not verified ({len(found.others):,} of {found.other_pairs:,} pairs drawn)"
    axes.hist(found.others, edges, color=COLOURS[0], label=rest)
    axes.hist(
        found.verified,
        edges,
        color=COLOURS[1],
        hatch=HATCHES[1],
        edgecolor="white",
        label=f"verified by scan ({len(found.verified):,} pairs)",
    )
    axes.hist(found.others, edges, color=COLOURS[0], histtype="step", linewidth=1.5)  # where the others hide them
    floor = ", a floor besides the rules of news" * (profile.rules == NEWS)
    axes.axvline(threshold, color=GREY, linestyle="--", linewidth=1.5, label=f"threshold {threshold:.2f}{floor}")
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(thousands())
    axes.set_ylim(bottom=0.7)
    axes.set_xlim(0, 1)
    title = f"Similarity of pairs among {found.documents:,} documents"
    label(axes, title, SIMILARITY, f"pairs per {STEP} of similarity")
    axes.legend(fontsize=11)
    save(figure, path)


def draw_recall(curves: Sequence[RecallCurve], shape: Shape, path: Path) -> None:
    """Draw the share of labelled pairs that became candidates, and that were called, by similarity, with intervals."""
    figure, axes = new_figure()
    similarity = np.linspace(0, 1, 501)
    theory = f"theory: {shape.bands} bands of {shape.rows} rows"
    axes.plot(similarity, chance_of(shape, similarity), color=GREY, linestyle=":", linewidth=2, label=theory)
    for place, curve in enumerate(curves):
        for nth, (what, shares) in enumerate((("candidates", curve.candidates), ("called", curve.called))):
            values = np.array([float(one.value or 0) for one in shares])
            ends = np.array([[one.low for one in shares], [one.high for one in shares]])
            colour = COLOURS[place % len(COLOURS)]
            axes.errorbar(
                np.array(curve.similarities) + BESIDE * (2 * place + nth - len(curves) + 0.5),
                values,
                np.abs(ends - values),
                color=colour,
                fmt=MARKERS[place % len(MARKERS)],
                markerfacecolor=colour if nth else "white",
                markersize=7,
                capsize=3,
                label=f"{curve.name}: {what}",
            )
    pairs = sum(one.whole for curve in curves for one in curve.called)
    dress(
        axes, f"Recall by similarity, {pairs:,} labelled pairs, 95 % intervals", SIMILARITY, "share of labelled pairs"
    )
    figure.legend(loc="outside lower center", fontsize=10, ncols=3)
    save(figure, path)


def draw_kernels(figures: Kernels, path: Path) -> None:
    """Draw the speed of each kernel beside its rivals', on a logarithmic scale, with how many times as fast it is."""
    names = sorted({name for kernel in figures.kernels for name in kernel.rivals})
    height = BAR * sum(1.8 + len(kernel.rivals) for kernel in figures.kernels) + 1.6
    figure, axes = new_figure((INCHES[0], height))
    top, ticks = 0.0, []
    speeds = [speed for kernel in figures.kernels for speed in (kernel.ours, *kernel.rivals.values())]
    for kernel in figures.kernels:
        bars = bars_of(kernel)
        for place, (who, speed, text) in enumerate(bars):
            number = names.index(who) + 1 if who else 0
            axes.barh(top + place, speed, height=0.86, edgecolor="white", **dress_of(number))
            axes.annotate(
                text, (speed, top + place), xytext=(4, 0), textcoords="offset points", va="center", fontsize=9
            )
        ticks.append((top + (len(bars) - 1) / 2, f"{kernel.name}\n({kernel.unit})"))
        top += len(bars) + 0.8
    axes.set_yticks([at for at, _ in ticks], [text for _, text in ticks], fontsize=10)
    axes.invert_yaxis()
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(thousands())
    least, most = min(speeds) / 2, max(speeds)
    axes.set_xlim(least, most * (most / least) ** ROOM)  # for the text behind the longest bar
    axes.grid(visible=False, axis="y")
    label(
        axes,
        "Speed of the kernels and of their rivals",
        "\n".join(["per second, logarithmic", *wrap(figures.machine, LINE)]),
        "",
    )
    legend(figure, names)
    save(figure, path)


def bars_of(kernel: Kernel) -> list[tuple[str, float, str]]:
    """The bars of a kernel: (rival, "" for ours; speed; what is written behind it)."""
    rivals = sorted(kernel.rivals.items(), key=lambda one: -one[1])
    return [
        ("", kernel.ours, f"{kernel.ours:,.0f}"),
        *((name, speed, f"{speed:,.0f}   ours {kernel.ours / speed:,.1f} x") for name, speed in rivals),
    ]


def dress_of(number: int) -> dict[str, Any]:
    """Colour and hatch of the bars of one name; no two of the first 49 have both."""
    turn, colour = divmod(number, len(COLOURS))
    return {"facecolor": COLOURS[colour], "hatch": HATCHES[(colour + turn) % len(HATCHES)]}


def legend(figure: Any, names: Iterable[str]) -> None:
    """Say whose bar is which."""
    from matplotlib.patches import Patch

    patches = [
        Patch(edgecolor="white", label=name, **dress_of(number)) for number, name in enumerate(["Firstprint", *names])
    ]
    figure.legend(handles=patches, fontsize=10, ncols=3, loc="outside lower center")


def dress(axes: Any, title: str, x: str, y: str) -> None:
    """Label axes that both go from 0 to 1."""
    axes.set_xlim(0, 1)
    axes.set_ylim(-0.02, 1.02)
    axes.set_xticks(np.linspace(0, 1, 11))
    axes.set_yticks(np.linspace(0, 1, 11))
    label(axes, title, x, y)


def label(axes: Any, title: str, x: str, y: str) -> None:
    """Name the picture and its axes."""
    axes.set_title(title, fontsize=13, loc="left")
    axes.set_xlabel(x, fontsize=12)
    axes.set_ylabel(y, fontsize=12)
    axes.tick_params(labelsize=11)
