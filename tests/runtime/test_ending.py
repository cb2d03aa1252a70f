"""The two ways to end at once: their codes and what they say."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("call", "code", "said"),
    [
        ("end_process('lease-over', age_s=21)", 75, "event=lease-over age_s=21"),
        ("end_for(BadSetup('This is wrong.', 'Do that.'))", 2, "firstprint: This is wrong.\nDo that."),
    ],
)
def test_the_process_ends_with_its_code_and_a_sentence_and_unwinds_nothing(call: str, code: int, said: str) -> None:
    program = f"""
from pipeline.errors import BadSetup
from pipeline.runtime.ending import end_for, end_process
from pipeline.runtime.logs import set_up_logs
set_up_logs("info")
try:
    {call}
finally:
    print("unwound")
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (code, "")
    assert said in ended.stderr
