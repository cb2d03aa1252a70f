"""Write the examples of the topics that hold our own messages: what becomes of `topics/examples/raw.jsonl`.

`python -m pipeline.edges.examples` writes them; a test compares the files with what this would write. The examples of
`raw` and `dead-letters` are written by hand.
"""

from pathlib import Path

from pipeline.columns import pack
from pipeline.local import LocalPipeline
from pipeline.packed import Batch
from pipeline.plans import Send
from pipeline.profile import DEFAULT
from pipeline.stages.normalised import RawMessage, normalise
from pipeline.stages.shingles import shingle

EXAMPLES = Path(__file__).parents[2] / "topics" / "examples"
LOADED_MS = 1_773_100_800_000  # 2026-03-10, the timestamp of the raw message
LINE_CHARACTERS = 64


class Listening(LocalPipeline):
    """A pipeline of one home that keeps the first message to each topic."""

    def __init__(self) -> None:
        super().__init__(DEFAULT, homes=1)
        self.first = dict[str, Batch]()

    def visit(self, send: Send) -> None:
        """Keep the message, then go on."""
        self.first.setdefault(send.noun, send.batch)
        super().visit(send)


def example_texts() -> dict[Path, str]:
    """Return what each file has to hold: packed messages as lines of hexadecimal digits, verdicts as JSON lines."""
    raw = (EXAMPLES / "raw.jsonl").read_bytes()
    pipeline = Listening()
    pipeline.push(0, raw, LOADED_MS)
    clean = normalise(RawMessage(0, 0, LOADED_MS, raw), DEFAULT, 1).batch
    messages = {"normalised": clean, "shingles": shingle(clean, DEFAULT), **pipeline.first}
    texts = {EXAMPLES / f"{noun}.hex": hexadecimal(pack(batch, DEFAULT.identity)) for noun, batch in messages.items()}
    verdicts = [value.decode() + "\n" for _, (_, value) in sorted(pipeline.final.items())]
    return texts | {EXAMPLES / "verdicts.jsonl": "".join(verdicts)}


def hexadecimal(value: bytes) -> str:
    """Return the bytes as lines that a diff can show."""
    digits = value.hex()
    return "".join(digits[at : at + LINE_CHARACTERS] + "\n" for at in range(0, len(digits), LINE_CHARACTERS))


if __name__ == "__main__":
    for path, text in example_texts().items():
        path.write_text(text, encoding="utf-8")
