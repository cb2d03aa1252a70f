"""The languages of the demonstration's stories, each a small grammar in its own module."""

from pipeline.demo.languages.chinese import CHINESE
from pipeline.demo.languages.english import ENGLISH
from pipeline.demo.languages.german import GERMAN
from pipeline.demo.languages.thai import THAI

__all__ = ["CHINESE", "ENGLISH", "GERMAN", "THAI"]
