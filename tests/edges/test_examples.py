"""The examples of our own messages are what becomes of the raw example."""

from pipeline.edges.examples import example_texts


def test_files_equal_the_generated_ones() -> None:
    texts = example_texts()
    found = {path: path.read_text(encoding="utf-8") for path in texts}
    assert found == texts, "run `python -m pipeline.edges.examples`"
