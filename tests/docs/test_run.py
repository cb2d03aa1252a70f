"""What `./run` refuses, before it sets anything up."""

import subprocess

import pytest

from tests.docs.pages import ROOT


def call(*words: str) -> tuple[int, list[str]]:
    """Return the exit code and the lines on stderr."""
    done = subprocess.run([ROOT / "run", *words], capture_output=True, text=True, check=False, timeout=20)
    assert done.stdout == ""
    return done.returncode, done.stderr.splitlines()


@pytest.mark.parametrize("words", [("setup", "foo"), ("setup", "dev", "more"), ("setup", ""), ("check", "tests")])
def test_a_word_too_many_is_refused_in_a_sentence_and_what_to_call(words: tuple[str, ...]) -> None:
    code, said = call(*words)
    assert code == 2
    assert len(said) == 2
    assert said[0].startswith(f"run: '{words[0]}' takes no")
    assert said[1].startswith(f"Call ./run {words[0]}")


def test_an_unknown_command_is_refused_under_the_list_of_those_that_there_are() -> None:
    code, said = call("skan")
    assert code == 2
    assert said[0].startswith("Usage: ./run COMMAND")
    assert said[-2:] == ["run: There is no command named 'skan'.", "The commands are listed above."]
