"""The languages of the quality sets: four of the demonstration's, with longer stories, and three of their own."""

from pipeline.measure.quality.languages.arabic import ARABIC
from pipeline.measure.quality.languages.chinese import CHINESE
from pipeline.measure.quality.languages.english import ENGLISH
from pipeline.measure.quality.languages.german import GERMAN
from pipeline.measure.quality.languages.hindi import HINDI
from pipeline.measure.quality.languages.japanese import JAPANESE
from pipeline.measure.quality.languages.thai import THAI

__all__ = ["ARABIC", "CHINESE", "ENGLISH", "GERMAN", "HINDI", "JAPANESE", "THAI"]
