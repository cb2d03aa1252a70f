"""English stories: six subjects, invented places and people. Any likeness to real news is chance."""

from pipeline.demo.grammar import Language, Topic, lines, words

TOWN_HALL = Topic(
    lines("""
        {place} council approves {project} after {adjective} debate
        {place} residents split over plan for {project}
        {money} million set aside for {project} in {place}
        Mayor of {place} defends cost of {project}
        Work on {place}'s {project} to begin in {month}
    """),
    lines("""
        {place} will get a {project}: {group} voted {digit} to {digit} on {day} to spend {money} million.
        The {project}, first proposed in {year}, had been held up by {problem} and {problem} for {digit} years.
        {speaker}, who chairs {group}, called the vote "{quality} news for {people} in {place}".
        Opponents led by {speaker} said the {project} will cost {people} {percent} per cent more than {group} expects.
        Building starts in {month} near {street}, with {people} promised {quality} access throughout {season}.
        A rival plan by {rival} for {street} was turned down because of {problem}, {group} said on {day}.
        {rival} is to deliver the {project} by {month} {year} and employ {number} {people} on site.
        About {number} {people} signed {adjective} petitions against {problem} along {street} since {month}.
        Money comes from {group}, {rival} and a {adjective} levy of {percent} per cent on {goods}.
    """),
)
BUSINESS = Topic(
    lines("""
        {company} to cut {number} jobs as {thing} prices fall
        {company} buys {place} maker of {thing} for {money} million
        Shares in {company} jump {percent} per cent on {thing} outlook
        {company} opens {adjective} {thing} plant in {place}
        Strike at {company} halts {thing} deliveries to {place}
    """),
    lines("""
        {company} said on {day} that sales of {thing} rose {percent} per cent to {money} million in {season}.
        Analysts at {rival} had forecast {percent} per cent, citing {problem} and demand for {thing} from {place}.
        "{quality} orders for {thing} surprised {people} here," chief executive {speaker} told {people} in {place}.
        The group plans to invest {money} million in {thing} by {month} {year} and hire {number} {people}.
        Costs went up {percent} per cent because of {problem}, while {thing} brought in {money} million.
        Its plant near {place} makes {number} tonnes of {thing} a week for {rival} and {rival}.
        Unions in {place} fear that {problem} may cost {number} {people} their jobs by {month}.
        Shares closed {percent} per cent higher on {day}, valuing the maker of {thing} at {money} million.
        A takeover by {rival}, discussed since {month}, failed over {problem} and {problem}, {speaker} confirmed.
    """),
)
SPORT = Topic(
    lines("""
        {place} {club} beat {place2} in {adjective} final
        {person} scores {digit} as {place} {club} win again
        {place} {club} sign {person} from {place2}
        Injury rules {person} out until {month}
        {place} {club} miss title by {digit} points
    """),
    lines("""
        {place} {club} beat {place2} {digit} to {digit} on {day} before {number} {people} at {street}.
        {person} scored after {minute} minutes, her {ordinal} goal for {place} since {month}.
        "{quality} team, {adjective} evening," said coach {speaker}, whose side have won {digit} of {minute} matches.
        {place2} had led until minute {minute}, when {person} saw red for a foul on {speaker}.
        Goalkeeper {speaker} saved {digit} penalties, the {ordinal} time since {year} that {place2} failed like this.
        The {club} now stand {ordinal} with {minute} points, {digit} ahead of {place2} and {digit} behind {place3}.
        A transfer of {person} to {place3} for {money} million remains possible before {month}, {speaker} said.
        On {day} the {club} travel to {place3}, without {speaker} because of {problem}.
        Fans sang for {minute} minutes along {street} before {group} closed it to {people}.
    """),
)
SCIENCE = Topic(
    lines("""
        Researchers in {place} find {adjective} {creature} in {landscape}
        {creature} return to {landscape} near {place} after {minute} years
        Study links {thing} to decline of {creature}
        {place} laboratory turns {thing} into {thing2}
        Map of {landscape} reveals {number} unknown {creature}
    """),
    lines("""
        Researchers from {place} counted {number} {creature} in {landscape}, {percent} per cent more than in {year}.
        The {adjective} survey, led by {person}, took {digit} years and {number} {people} with {thing}.
        "{quality} evidence that {creature} can live with {thing}," {person} said on {day} in {place2}.
        Older work by {speaker} of {place2} had put {problem} before {thing} as the reason why {creature} vanish.
        Samples from {landscape} held {percent} per cent less {thing} than {group} allows in {month}.
        {person} wants to repeat it in {season} with {money} million from {rival} and {group}.
        Not everybody agrees: {speaker} finds {percent} per cent "{adjective}, given {problem} in {year}".
        Most {creature} were seen near {street}, at {minute} metres, where {people} grow {thing}.
        A {adjective} method with {thing} and {thing2} told {creature} apart within {minute} seconds.
    """),
)
WEATHER = Topic(
    lines("""
        Storm leaves {number} homes near {place} without power
        {place} braces for {adjective} floods
        Heaviest {month} snow since {year} closes roads around {place}
        Fire in {landscape} forces {number} {people} to leave {place}
        Trains to {place} stopped by {adjective} storm
    """),
    lines("""
        Wind of {wind} kilometres an hour tore roofs off {digit} houses near {street} in {place} on {day}.
        {number} {people} spent {day} night without power after {problem}, {rival} said.
        Trains between {place} and {place2} stood still for {digit} hours because of {problem} near {landscape}.
        Firefighters under {speaker} pumped {number} cubic metres out of cellars along {street} until {day}.
        "{quality} help came from {people} with {thing}," said {speaker} of {group} in {place2}.
        In {landscape} {minute} centimetres fell within {digit} hours, the most since {month} {year}.
        Damage to {thing} and {thing2} may reach {money} million, {rival} estimates for {place}.
        Schools in {place} and {place3} stay shut until {day}, {group} decided after {problem}.
        Forecasters expect {adjective} weather with {wind} kilometres an hour around {place3} by {day}.
    """),
)
CULTURE = Topic(
    lines("""
        {place} museum shows {adjective} {thing} from {year}
        {person} wins {place} prize for novel about {creature}
        Lost film about {landscape} found in {place}
        {place} festival opens with {number} visitors
        Theatre in {place} saved by {adjective} gift
    """),
    lines("""
        The museum on {street} in {place} shows {number} {thing} collected by {person} since {year}.
        Curator {speaker} spent {digit} years on {landscape} pictures that {group} thought lost to {problem}.
        "{quality} colours, {adjective} light," wrote {speaker} about {person}'s {thing} in {year}.
        {person}, born in {place2} in {year}, painted {creature} and {people} rather than {landscape}.
        Tickets cost {digit} and {minute} crowns; {people} from {place} and {place3} pay {percent} per cent less.
        {rival} gave {money} million for {adjective} rooms that open in {month} beside {street}.
        On {day} evening {speaker} reads from letters about {thing}, {creature} and {problem} in {place2}.
        The jury under {speaker} praised "{adjective} humour" and chose {person} over {minute} others from {place3}.
        By {month} the {thing} move on to {place3}, where {number} {people} saw {creature} in {year}.
    """),
)
GENERAL = lines("""
    {speaker} of {group} in {place3} said {people} should "wait for {month} before judging {goods}".
    A similar case in {place3} took {digit} years and cost {rival} {money} million in {year}.
    {group} will publish {adjective} figures on {day}, {speaker} told {people} by telephone.
    Neither {rival} nor {speaker} answered {adjective} questions about {problem} on {day}.
    According to {group}, {percent} per cent of {people} in {place} use {goods} every {day}.
    "{quality} and {adjective}", {speaker} called it on {day} outside {group} near {street}.
    In {year} {people} in {place2} faced {problem} when {goods} failed for {digit} weeks.
    Before {month}, {group} expects {number} letters from {people} about {problem} and {goods}.
    {people} near {street} told {speaker} of {adjective} nights because of {goods} and {problem}.
    Whether {rival} pays for {problem} is left to {group}, which meets in {month} in {place2}.
    Since {month} {year} {goods} have become {percent} per cent dearer in {place2} and {place3}.
    {speaker}, a {adjective} voice in {place3}, doubts that {goods} help {people} against {problem}.
    {minute} of {number} {people} asked by {rival} found {goods} {adjective}, down from {percent} per cent.
    From {day} on, {people} can see {goods} at {street} in {place}, {group} added.
    Nobody in {place} remembers {problem} like in {year}, said {speaker}, {minute}, who sells {goods}.
    Talks with {rival} about {goods} go on in {place3} until {day} or {day}.
""")
NOTICES = (
    ("Road closed: {street}, {place}", "Closed on {day} until {hour}."),
    ("Ferry {number} cancelled", "No ferry to {place} on {day}."),
    ("{place} library closes early", "The library closes at {hour}, {day}."),
    ("Water off in {street}", "No water on {day} until {hour}."),
    ("Lost near {street}: {digit} {creature}", "Last seen in {place} at {hour}."),
)
WORDS = {
    "place": words("""
        Ashgrove Barrowby Brackenford Calder_Bay Cleeve Dunmarsh Eastwick Elmhurst Fairwater Fenwick Garnock Glenmoor
        Halverton Harrowgate_Sound Inverleigh Kestrel_Point Kingsmere Langholt Larkhill Marlow_Cross Merrivale Netherby
        Northaven Oakhampton Ormsby Pembrook Penhallow Queensferry_Hill Ravensworth Redcliffe Rosemarkie Saltmarsh
        Selwick Silverton Skerray Stonebridge Tarnside Thornbury_Vale Tidewell Upper_Wick Wexcombe Whitby_Sands
        Windermoor Woolston Yarrowdale
    """),
    "person": ("{first} {last}",),
    "speaker": ("{first} {last}",),
    "first": words("""
        Ada Amir Anna Ben Carla Chidi Clara David Elena Emeka Erik Farah Felix Grace Hana Hugo Ida Imran Ines Jonas
        Julia Karim Lena Liam Lucia Marta Mei Milan Nadia Noah Nora Olga Omar Paula Petra Ravi Rosa Sami Sofia Tariq
        Tom Uma Vera Viktor Wanda Yusuf Zoe
    """),
    "last": words("""
        Abbott Adeyemi Barlow Bennett Castell Clarke Dalton Demir Ellison Eriksen Farrow Fischer Garland Greco Hadley
        Hansen Ibarra Iqbal Jarvis Jensen Keller Khan Lambert Lindqvist Marsh Mensah Nakamura Novak Okafor Osborne
        Pereira Prescott Quinn Rahman Rossi Sato Silva Tanaka Thorne Ueda Varga Vance Weber Whitlock Yilmaz Zeman
    """),
    "company": ("{brand} {trade}",),
    "rival": ("{brand} {trade}",),
    "brand": words("""
        Albion Borealis Castor Delphin Everline Fulmar Granite Helix Ionia Juniper Kodiak Lumen Meridian Nimbus Orchard
        Pallas Quayside Rowan Sable Tamarind Umbra Vantage Westbourne Zephyr
    """),
    "trade": words("Bank Energy Foods Freight Holdings Labs Lines Marine Metals Motors Networks Paper Steel Water"),
    "group": ("the {body}", "the {adjective} {body}"),
    "body": words("""
        council assembly chamber committee board_of_trade ministry regulator port_authority health_service school_board
        parish_court planning_office rail_authority union farmers'_league
    """),
    "project": words("""
        tram_line harbour_wall library swimming_pool wind_farm cycle_bridge night_market bus_station concert_hall
        flood_barrier school_kitchen data_centre fish_market railway_tunnel town_square
    """),
    "problem": words("""
        rising_rents noise bad_weather missing_permits staff_shortages a_broken_pump old_cables high_tides
        late_deliveries a_lawsuit poor_soil faulty_software heavy_traffic lost_papers rust budget_cuts
        a_burst_pipe quarrels_over_land power_cuts strikes
    """),
    "thing": words("""
        batteries bricks bicycles cables cheese clocks coffee copper cotton drones fertiliser glass heat_pumps honey
        lamps maps microchips oats paper pianos salmon sensors ships solar_panels stamps tea timber tractors turbines
        vaccines wool
    """),
    "goods": words("""
        apples beer blankets bread cameras carpets chairs coal eggs flour fridges gas ladders maize milk mirrors nails
        onions petrol potatoes rice rope salt shoes soap sugar tickets tiles toys umbrellas wine
    """),
    "thing2": words("plastic resin charcoal fuel sugar paint soil fibre cement starch wax ink"),
    "creature": words("""
        beavers bats bees cranes dolphins eels frogs geese hares herons jellyfish lynxes moths newts otters owls
        puffins seals storks toads trout whales wolves
    """),
    "landscape": words("""
        the_estuary the_marshes the_northern_hills the_old_quarry the_river_mouth the_dunes the_pine_forest
        the_salt_flats the_upper_valley the_limestone_caves the_reed_beds the_outer_islands
    """),
    "people": words("""
        residents commuters farmers students nurses visitors shopkeepers drivers pensioners parents teachers fishermen
        tenants volunteers neighbours engineers cyclists families
    """),
    "street": ("{streetname} {streetkind}",),
    "streetname": words("""
        Abbey Bridge Canal Castle Chapel Dock Elm Forge Garden Harbour High King Lime Market Mill Orchard Park Queen
        River Station Temple Union Victoria West
    """),
    "streetkind": words("Street Road Lane Square Quay Row"),
    "club": words("Rovers United Harriers Wanderers Athletic Rangers"),
    "adjective": words("""
        bitter bold bright busy calm careful clever cold costly early fierce fragile grand heated hidden historic
        independent late lively local long modest noisy odd patient popular proud quiet rare sharp sober steady
        strange strict sudden tense unusual useful vivid wild
    """),
    "quality": words("Bad Brave Excellent Good Great Mixed Sad Solid Splendid Strong Surprising Terrible Welcome"),
    "season": words("spring summer autumn winter the_first_quarter the_second_quarter the_holidays"),
    "day": words("Monday Tuesday Wednesday Thursday Friday Saturday Sunday"),
    "month": words("January March April May June July August September October November December"),
    "year": tuple(map(str, range(1947, 2025, 3))),
    "number": tuple(f"{n:,}" for n in range(112, 9000, 137)),
    "money": words("1.4 2.5 3.8 6 7.5 9 11 14 18 23 27 35 42 58 64 80 95 120 160 240"),
    "percent": words("2 3 4 6 7 8 9 11 12 13 14 16 17 19 21 23 26 28 31 34 37 41 46"),
    "digit": words("two three four five six seven eight nine ten eleven"),
    "minute": tuple(map(str, range(12, 90))),
    "hour": words("6_am 7_am 8_am 9_am 10_am 11_am noon 1_pm 2_pm 3_pm 4_pm 5_pm 6_pm 8_pm"),
    "wind": tuple(map(str, range(80, 170, 3))),
    "ordinal": words("second third fourth fifth sixth seventh eighth ninth"),
}
WORDS["place2"] = WORDS["place3"] = WORDS["place"]
ENGLISH = Language(
    code="en",
    gap=" ",
    topics=(TOWN_HALL, BUSINESS, SPORT, SCIENCE, WEATHER, CULTURE),
    general=GENERAL,
    words=WORDS,
    fixed=frozenset(
        {"place", "place2", "place3", "person", "project", "club", "creature", "landscape", "company", "thing"}
    ),
    sizes=(8, 13),
    notices=NOTICES,
)
