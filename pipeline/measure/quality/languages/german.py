"""German stories of the demonstration's four subjects, at the length of articles.

Adds no subject: more sentences for any of them, and more names and numbers.
"""

from dataclasses import replace
from typing import Final

from pipeline.demo.grammar import lines, words
from pipeline.demo.languages import GERMAN as SHORT

MORE: Final = lines("""
    {leute} in {ort2} erinnern an {jahr}: {sorge} traf {zahl} Haushalte.
    „{lob}“ steht auf {zahl} Handzetteln, die {leute} an {strasse} verteilen.
    Bei {firma2} arbeiten {zahl} Menschen, darunter {prozent} Prozent aus {ort2}.
    {sprecher} von {firma2} hält {million} Millionen Euro für {meinung}, {sprecher} nicht.
    An {strasse} zählte {verband} im {monat} täglich {zahl} Autos, {prozent} Prozent davon aus {ort2}.
    Die Zeitung von {ort2} nennt {sprecher} {meinung} und {meinung}.
    Neben {ware} geht es um {ware}, um {sorge} und um {million} Millionen Euro.
    {verband} hatte {jahr} {meinung} geurteilt, {sorge} sei Sache {verbands}.
    Am {tag} um {uhr} Uhr lädt {sprecher} {leute} und {leute} ein, Treffpunkt {strasse}.
    Für {ware} zahlten {leute} im {monat} {jahr} {prozent} Prozent weniger, sagt {sprecher}.
    {leute} finden {ware} {meinung}, das ergab eine Umfrage von {firma2} bei {zahl} Kunden.
    {sprecher}, seit {jahr} bei {firma2}, rechnet mit {klein} Wochen {sorge}.
    {leute} aus {ort2} bringen {ware} mit, {leute} aus {ort} {ware}.
    {meinung} fand {sprecher} {sorge}; {sprecher} widersprach am {tag}.
    Ein Gutachten über {sorge} ging im {monat} an {verbanden}, {minute} Seiten lang.
""")
ENOUGH: Final = tuple(sentence for sentence in SHORT.general if "aber spät" not in sentence)
GERMAN: Final = replace(
    SHORT,
    general=ENOUGH + MORE,
    sizes=(18, 28),
    words={
        **SHORT.words,
        "jahr": tuple(map(str, range(1950, 2025))),
        "zahl": tuple(f"{n // 1000}.{n % 1000:03d}" for n in range(1_020, 9_900, 37)),
        "prozent": tuple(map(str, range(3, 70))),
        "million": tuple(map(str, range(3, 240, 3))),
        "meinung": words("""
            übertrieben vernünftig mutig leichtsinnig richtig falsch teuer unnötig überfällig seltsam klug voreilig
            ehrlich riskant angemessen zu_laut zu_leise kaum_glaublich gut_begründet schlecht_geplant
        """),
        "sorge": (
            *SHORT.words["sorge"],
            *words("""
                Schimmel Pfusch Staub Frost Sturmschäden Diebstahl Verspätungen Wassermangel Fehlplanung Papierstau
                Lehrermangel Rohrbrüche Funklöcher Schlaglöcher Preissprünge Zollstreit
            """),
        ),
        "ware": (
            *SHORT.words["ware"],
            *words("""
                Apfelsaft Brot Dachziegel Fenster Garn Heizöl Kaffee Kartoffeln Klaviere Leder Mehl Möbel Papier Schuhe
                Spielzeug Teppiche Ziegel Zucker
            """),
        ),
    },
)
