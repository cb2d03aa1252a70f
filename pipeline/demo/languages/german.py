"""German stories: four subjects, invented places and people. Any likeness to real news is chance."""

from pipeline.demo.grammar import Language, Topic, lines, words

STADT = Topic(
    lines("""
        {ort} bekommt {neues} {projekt}
        Streit um {projekt} in {ort}
        {ort}: {verband} stimmt für {projekt}
        {zahl} Unterschriften gegen {projekt} in {ort}
    """),
    lines("""
        In {ort} hat {verband} am {tag} mit {klein} zu {klein} Stimmen für {neues} {projekt} gestimmt.
        Das {projekt} kostet {million} Millionen Euro, {prozent} Prozent mehr als {jahr} geplant.
        „{lob} für {leute} und Umgebung“, sagte {sprecher} vor {strasse} in {ort}.
        Gegner um {sprecher} verweisen auf {sorge} und {sorge}, die {verband} seit {monat} kennt.
        Ab {monat} baut {firma} an {strasse}, {leute} müssen {klein} Monate lang Umwege fahren.
        {firma} hatte {jahr} wegen {sorge} ein Angebot über {million} Millionen Euro zurückgezogen.
        Rund {zahl} {leute} aus {ort} und {ort2} nutzen heute {strasse}, meist am {tag}.
    """),
)
WIRTSCHAFT = Topic(
    lines("""
        {firma} streicht {zahl} Stellen in {ort}
        {ware}: Preise steigen um {prozent} Prozent
        {firma} baut Werk für {ware} in {ort}
        {leute} in {ort} streiken wegen {sorge}
    """),
    lines("""
        {firma} hat im {monat} {million} Millionen Euro mit {ware} umgesetzt, {prozent} Prozent mehr als {jahr}.
        Vorstand {sprecher} nannte {ware} am {tag} „{lob}“ und kündigte {zahl} Stellen in {ort} an.
        Wegen {sorge} stiegen Kosten für {ware} binnen {klein} Wochen um {prozent} Prozent.
        Das Werk bei {ort2} liefert {zahl} Tonnen {ware} an {firma2} und {leute}.
        {verband} fürchtet um {zahl} {leute}, falls {firma2} wegen {sorge} aussteigt.
        Die Aktie gewann am {tag} {prozent} Prozent, {firma2} verlor {klein} Punkte.
        Bis {monat} will {firma} in {ort} {million} Millionen Euro für {ware} ausgeben.
    """),
)
SPORT = Topic(
    lines("""
        {verein} {ort} schlägt {ort2} mit {klein} Toren
        {sprecher} wechselt zu {verein} {ort}
        {verein} {ort} verpasst Aufstieg am {tag}
    """),
    lines("""
        {verein} {ort} hat am {tag} vor {zahl} {leute} gegen {ort2} {klein} zu {klein} gewonnen.
        {sprecher} traf nach {minute} Minuten, das {klein}. Tor seit {monat}.
        „{lob}“, sagte Trainer {sprecher} über {klein} Siege in {minute} Spielen.
        {ort2} führte bis Minute {minute}, dann sah {sprecher} Rot.
        In der Tabelle hat {ort} nun {minute} Punkte, {klein} mehr als {ort2}.
        Für {million} Millionen Euro könnte {sprecher} im {monat} nach {ort2} gehen.
        Wegen {sorge} fehlt {sprecher} am {tag} in {ort2}, meldet {verband}.
    """),
)
NATUR = Topic(
    lines("""
        {zahl} {tier} bei {ort} gezählt
        Forscher aus {ort} finden {tier} in {gegend}
        {tier} kehren nach {klein} Jahren nach {ort} zurück
        Sturm über {ort}: {zahl} Haushalte ohne Strom
    """),
    lines("""
        Forscher um {sprecher} haben in {gegend} {zahl} {tier} gezählt, {prozent} Prozent mehr als {jahr}.
        Die {klein} Jahre lange Studie aus {ort} nennt {sorge} und {ware} als Ursachen.
        „{lob}“, urteilt {sprecher} in {ort2} über {tier} und {ware}.
        In {minute} Metern Tiefe fanden {leute} am {tag} {klein} {tier} bei {strasse}.
        Für {monat} erwartet {verband} Wind mit {minute} Kilometern je Stunde um {ort2}.
        {verband} gibt {million} Millionen Euro, damit {leute} {tier} in {gegend} schützen.
        Um {strasse} standen Keller {minute} Zentimeter unter Wasser, {leute} halfen mit {ware}.
    """),
)
GENERAL = lines("""
    Nach Angaben {verbands} sind {prozent} Prozent der {leute} in {ort} dafür.
    {sprecher}, {minute}, verkauft {ware} an {strasse} und ärgert sich über {sorge}.
    Weder {firma2} noch {sprecher} wollten am {tag} über {sorge} sprechen.
    In {ort2} dauerte {neues} Verfahren {jahr} {klein} Monate und kostete {million} Millionen Euro.
    „{lob}, aber spät“, hieß es am {tag} bei {leute} in {ort2}.
    {zahl} {leute} haben seit {monat} wegen {sorge} an {verbanden} geschrieben.
    Ob {firma2} für {sorge} zahlt, entscheidet {verband} im {monat} in {ort2}.
    Wer {ware} braucht, soll bis {tag} bei {strasse} fragen, rät {sprecher}.
    Seit {jahr} ist {ware} um {prozent} Prozent teurer geworden, klagen {leute}.
    Zuletzt hatte {sprecher} im {monat} in {ort} vor {sorge} gewarnt.
    Am {tag} berät {verband} mit {firma2} über {ware} und {sorge}.
    Unter {zahl} befragten {leute} nannten {prozent} Prozent {sorge} und {minute} Prozent {ware}.
""")
WORDS = {
    "ort": words("""
        Altenbrück Birkenau Dornheim Eichstetten Falkenried Grünwerder Hagenbüttel Ilmenrode Karlshafen Lindental
        Mühlbach Neuwerk Oberstein Pfarrkirchen_am_See Quellendorf Rosenthal Schönfließ Sankt_Märgen Tannhausen
        Uferstadt Vogelsang Weidenau Wörthbach Zellerfeld
    """),
    "verband": words("""
        der_Stadtrat der_Kreistag die_Kammer der_Ausschuss das_Ministerium die_Behörde der_Mieterbund die_Gewerkschaft
        der_Landtag die_Hochschule
    """),
    "verbanden": words("den_Stadtrat den_Kreistag die_Kammer das_Ministerium die_Behörde den_Mieterbund den_Landtag"),
    "verbands": words("des_Stadtrats des_Kreistags der_Kammer des_Ministeriums der_Behörde der_Gewerkschaft"),
    "neues": words("neues umstrittenes teures kleines großes gemeinsames"),
    "projekt": words("""
        Hallenbad Schwimmbad Museum Parkhaus Stadion Windrad Radhaus Theater Krankenhaus Rathaus Rechenzentrum Wehr
        Umspannwerk Busdepot
    """),
    "klein": words("zwei drei vier fünf sechs sieben acht neun zehn elf zwölf"),
    "million": words("2,5 3 4,8 6 7,5 9 12 15 18 22 27 34 41 56 73 90 115"),
    "prozent": words("3 4 6 7 8 9 11 13 14 17 19 22 26 31 35 42 48"),
    "zahl": tuple(f"{n // 1000}.{n % 1000:03d}" for n in range(1020, 9000, 151)),
    "uhr": tuple(map(str, range(7, 24))),
    "minute": tuple(map(str, range(13, 89))),
    "jahr": tuple(map(str, range(1951, 2025, 4))),
    "tag": words("Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag"),
    "monat": words("Januar Februar März April Mai Juni Juli August September Oktober November Dezember"),
    "lob": words("""
        Ein_guter_Tag Eine_kluge_Lösung Ein_harter_Schlag Ein_mutiger_Schritt Eine_böse_Überraschung Ein_schöner_Erfolg
        Ein_fauler_Kompromiss Eine_seltene_Gelegenheit
    """),
    "leute": words("""
        Anwohner Pendler Landwirte Schüler Pflegekräfte Gäste Händler Fahrer Rentner Eltern Fischer Mieter Nachbarn
        Helfer Radfahrer
    """),
    "sprecher": ("{vorname} {nachname}",),
    "vorname": words("""
        Anja Bernd Carsten Doris Elif Frank Greta Heiko Inge Jürgen Katrin Lutz Meryem Nils Olaf Petra Ralf Sabine Timo
        Ulrike Volker Wiebke
    """),
    "nachname": words("""
        Albers Böhm Claßen Dörfler Ebert Fuchs Gärtner Hübner Jansen Krüger Lüders Möller Nowak Özdemir Pohl Reuter
        Schäfer Tietz Ullrich Vogt Wünsche Yıldız Zöllner
    """),
    "strasse": words("""
        Bahnhofstraße Marktplatz Hafenweg Mühlengasse Schlossallee Lindenstraße Gartenweg Domplatz Ringstraße Uferweg
        Bergstraße Kirchgasse
    """),
    "sorge": words("""
        Lärm Rost Personalmangel Stromausfälle Mietpreise Baumängel Lieferprobleme Energiekosten Umleitungen Hochwasser
        Glatteis Aktenberge Streitigkeiten Softwarefehler
    """),
    "firma": ("{marke} {branche}",),
    "marke": words(
        "Adler Brunnen Delta Elbtal Förde Hansa Isar Kranich Lotsen Nordlicht Orion Rhenus_Werke Saale Triton"
    ),
    "branche": words("AG Bank Bau Chemie Energie GmbH Logistik Maschinen Papier Stahl Technik"),
    "ware": words("""
        Batterien Fahrräder Glas Honig Holz Käse Kupfer Lampen Maschinen Pumpen Salz Schiffe Schrauben Solarzellen
        Stoffe Tee Traktoren Uhren Wolle Zement
    """),
    "verein": words("Eintracht Fortuna Viktoria Germania Union Concordia"),
    "tier": words("Biber Dachse Eulen Fledermäuse Frösche Kraniche Luchse Otter Robben Störche Wale Wölfe"),
    "gegend": words("der_Heide dem_Moor den_Auen dem_Watt der_Börde dem_Oberwald dem_Hochtal der_Lagune"),
}
WORDS["ort2"], WORDS["firma2"] = WORDS["ort"], WORDS["firma"]
GERMAN = Language(
    code="de",
    gap=" ",
    topics=(STADT, WIRTSCHAFT, SPORT, NATUR),
    general=GENERAL,
    words=WORDS,
    fixed=frozenset({"ort", "ort2", "firma", "projekt", "verein", "tier", "gegend"}),
    sizes=(8, 12),
    notices=(
        ("{strasse} in {ort} gesperrt", "Am {tag} bis {uhr} Uhr gesperrt."),
        ("Bücherei {ort} geschlossen", "Am {tag} ab {uhr} Uhr zu."),
    ),
)
