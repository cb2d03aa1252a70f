"""Thai stories: three subjects, in words that are put together from short ones, as Thai does.

A character is a word to Firstprint, so every word of five letters is a shingle that stories share: words are short and
joined in pairs, and numbers, one token each, stand between them.
"""

from typing import Final

from pipeline.demo.grammar import Language, Topic, lines, words

CITY: Final = Topic(
    lines("""
        {city}{makes}{project} งบ {amount}
        {people}{city}{feel}{project}
        {body}{city}{decide}{project}
    """),
    lines("""
        {body}{city}{decide}{project} {day} งบ {amount}
        {project}แถว{street}จะ{makes}ปี {year} โดย{company}
        {person} {role} {say}ว่า {trouble}{much}
        {company}ส่ง{people} {number} คนไป{makes}{project}
        {people} {number} คน{feel}{project} เหตุ{trouble}
        ปี {year} {trouble}ทำ{project}{stop} {number} วัน
        {street}ถึง{project} {number} เมตร {people}{walk} {percent}
        {person}วาด{project} {number} แผ่น {body}{decide}
        {company}รับ {percent} ของ {amount} {body}รับ {percent}
        {hour} {people}{walk}{street} {feel}{project}
        {city2}ก็{makes}{project} {year} แต่{trouble}{much}
        {person}กับ{person} {decide}{project} {number} ข้อ
    """),
)
TRADE: Final = Topic(
    lines("""
        {goods}{city}{rise} {percent}
        {company}ขาย{goods} {amount}
        {company}{makes}{place}{goods}ที่{city}
    """),
    lines("""
        {company}ขาย{goods} {month} {amount} {rise} {percent}
        {person} {role} {say}ว่า{goods}{much}เพราะ{trouble}
        {people}{city}ซื้อ{goods} {number} ลัง {street}
        หุ้น{company}{rise} {percent} {hour} {day}
        {company}ลง {amount} {makes}{place}{goods} {year}
        {goods} {number} ตันติด{trouble}ที่{city2} {number} วัน
        {body}เตือน{people}ว่า{goods}{rise} {percent}
        {goods}ลังละ {number} บาท ปี {year} แค่ {number}
        {people}{walk}{street} ขาย{goods}ให้{people}
        {company}ส่ง{goods} {number} ลังไป{city2} {day}
        {goods}กับ{goods}{rise} {percent} {people}{feel}
        {person}{say} {goods}ได้ {percent} ของ {amount}
    """),
)
NATURE: Final = Topic(
    lines("""
        พบ{animal} {number} ตัวที่{city}
        {animal}คืน{wild}{city} ปี {year}
        {trouble}ไล่{animal} {people}{feel}
    """),
    lines("""
        {person}นับ{animal}ใน{wild}ได้ {number} ตัว {day}
        {animal}{rise} {percent} จากปี {year} {body}{say}
        {trouble}ใน{wild}{much} {animal}{stop}
        {company}ให้ {amount} {people}ดู{animal}
        {person}{walk}{wild} {number} ก้าว หา{animal}
        {city2}ปิด{wild} {number} ไร่ให้{animal}
        กล้อง {number} ตัวใน{wild}ถ่าย{animal} {hour}
        {animal} {number} ตัว{walk}{street} {people}{feel}
        {people}{city}ปลูก{goods}ใน{wild} {number} ต้น
        {person} {role} {say}ว่า{animal}กลัว{trouble}
        {hour} {animal}กิน{goods}ของ{people}{street}
        {wild}ลึก {number} เมตร มี{animal} {percent}
    """),
)
GENERAL: Final = lines("""
    {person}บอก{people}ที่{city2} {day} ว่า{goods}{much}
    {city2}เจอ{trouble}ปี {year} เสีย {amount}
    {people} {number} ราย{feel}{body} {hour}
    {company}กับ{person}เงียบ {people}{feel}
    {body}นัด{people} {hour} {day} ที่{street}
    {people}แถว{street}{say}ว่า{trouble}{rise}
    {percent} ของ{people}{city}ใช้{goods} {percent} ใช้{goods}
    {person}เกิดปี {year} ที่{city2} ขาย{goods}
    {goods}จาก{city2} {goods}จาก{street}
    {person} วัย {age} {walk}{street} ซื้อ{goods}
    {trouble} {number} วัน {people}{stop} {body}{feel}
    {company}จ่าย {amount} ถ้า{trouble}{much}
    {people}กับ{people}คุย {number} รอบ {trouble}{much}
    {month} ปี {year} {goods}{rise} {percent} ที่{city2}
    {body}{decide}{place}{goods} {number} หน้า
    {place}{goods}ของ{city2}{makes} {day} {amount}
    {person} {role} ให้{goods} {number} ลังแก่{people}
    {hour} {trouble}ที่{street} {people} {number} คน{stop}
    {person}{say}ว่า {people}{feel}
    {people} {percent} {feel}{goods} {percent} {feel}{place}
    {body}{city2}{say} {month} ถึง{goods}
    {person}เก็บ{goods}ไว้ {age} ปี ก่อน{trouble}
    ใบ{decide} {day} {number} ชื่อ {percent} คือ{people}
    {street}{stop} {hour} {people}{walk}ไป{street}
""")
WORDS: Final = {
    "city": ("{spot}{mark}",),
    "spot": words("บ้าน หนอง ดอน ห้วย โคก บาง ท่า คลอง นา เขา วัง ปาก ป่า เกาะ โนน ทุ่ง"),
    "mark": words("แก้ว ขาม ไผ่ บัว เสือ ช้าง ทอง ยาง หวาย ตาล จิก ลาน สัก กุ่ม หมู่ เต่า นก ข่อย สน พลู หลวง แดง เงิน คำ ใหม่ จาน"),
    "project": ("{build}{use}",),
    "build": words("หอ ตึก สวน ลาน ท่า โรง ทาง โป๊ะ อู่ บ่อ ห้อง ศาลา"),
    "use": words("น้ำ รถ เรือ ยา ศิลป์ เด็ก ลม ดิน ข้าว ปลา ไม้ ครู แสง เสียง ผ้า เพลง หิน นม เกม ชา"),
    "makes": words("สร้าง ซ่อม เปิด ขยาย ย้าย รื้อ ทาสี ตั้ง ต่อ วัด ลอง ปรับ ค้ำ ยก"),
    "stop": words("หยุด ช้า ปิด หาย ถอย พัง รอ หลบ นิ่ง หนี ดับ พัก เลิก"),
    "amount": tuple(f"{n} {unit}" for n in range(2, 99, 3) for unit in ("ล้าน", "แสน", "หมื่น")),
    "people": ("{who}{does}{thing}",),
    "who": words("คน ชาว พวก กลุ่ม หนุ่ม สาว ลุง ป้า น้า ทีม เด็ก นัก มือ เจ้า"),
    "does": words("ขาย ส่ง หา เก็บ ซื้อ ทำ ขน รับ แจก นับ คัด ห่อ ล้าง แบก เฝ้า ชั่ง เช่า ฝาก"),
    "thing": words("ผัก ปลา ชา ผ้า ไม้ รถ ยา ไก่ ดิน เกลือ ส้ม เรือ นม ไข่ หมู ว่าว เห็ด งา หมวก ถัง กบ ปู วัว ห่าน แพะ ไผ่ ปูน ฝ้าย"),
    "body": ("{office}{care}",),
    "office": words("กรม สภา กอง ศูนย์ ชมรม ศาล คณะ ฝ่าย"),
    "care": words("น้ำ ป่า ดิน เรือ ภาษี ปลา ยา ทาง เมือง ข้าว ครู แร่ ไฟ ฝน วัด"),
    "decide": words("ผ่าน ล้ม ทวน เลื่อน หนุน แก้ ค้าน ขอ ถก อ่าน ตรวจ"),
    "day": ("วัน{weekday}", "{date} {shortmonth}", "{date} {shortmonth}"),
    "weekday": words("จันทร์ พุธ ศุกร์ เสาร์ โกน พระ"),
    "date": tuple(map(str, range(1, 29))),
    "shortmonth": words("ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค."),
    "month": (*(f"เดือน {n}" for n in range(1, 13)), *words("ต้นปี ปลายปี หน้าฝน หน้าร้อน กลางปี")),
    "year": tuple(map(str, range(2494, 2569))),
    "number": tuple(map(str, range(21, 3_000, 13))),
    "percent": tuple(f"{n / 10:g}%" for n in range(11, 700, 13)),
    "hour": tuple(f"{hour}.{minute:02d} น." for hour in range(5, 23) for minute in (5, 20, 45)),
    "age": tuple(map(str, range(21, 93))),
    "street": ("{road}{near}",),
    "road": words("ซอย ตรอก ถนน แยก หัว ท้าย ริม หลัง หน้า"),
    "near": words("วัด ตลาด ท่า นา เขา บ่อ คู วัง ทุ่ง ไร่ หมอ ปู่ ย่า สระ โพธิ์ มุก จันทน์ ไทร หอม พุด"),
    "person": ("{first} {last}",),
    "first": words("""
        ชัย มาลี อรุณ ธนา พิมพ์ นิดา ปรีชา ณรงค์ บุญ ศรี วีระ สุดา แก้ว จิต อุษา ทวี เอก ผกา กล้า ชม
        โชติ มานะ ปิติ ชูใจ สมร วิภา ดวง เดช ยศ พลอย
    """),
    "last": ("{stem}{ending}",),
    "stem": words("ใจ บุญ ศรี ทอง แก้ว สาย ชัย มี ดี คำ รัก นา โพธิ์ ภู สี พูน ขำ จัน วัง เพ็ง อิน พร"),
    "ending": words("ดี มี สุข คำ ใส บัว งาม แพง ไทย ผล คม ดา เย็น ลาภ กุล ทน นิล ยิ่ง เลิศ หอม"),
    "role": words("ครู หมอ ช่าง ทนาย กำนัน โค้ช นาย เชฟ ตำรวจ ผู้กอง แม่ครู พระ"),
    "trouble": words("""
        ไฟดับ น้ำล้น ฝุ่นหนา ลมแรง ท่อแตก คลื่นสูง หนี้ค้าง น้ำขาด ดินทรุด รถติด ควันดำ ฝนหนัก พายุ หมอกลง ของแพง หนูชุม ยุงชุม
        ไฟป่า น้ำท่วม ไฟช็อต ท่อตัน ถนนพัง งบหมด คนขาด เขื่อนรั่ว สายขาด ดินเค็ม ไม้ล้ม ปูตาย รถชน ไก่ตาย ไฟไหม้ ตู้พัง ผีหลอก นาแล้ง
        ยาปลอม บ่อแห้ง งูกัด ช้างบุก แอปล่ม รถเสีย คิวยาว คดีค้าง นมบูด ลิงซน ผักแพง ภัยแล้ง มดกัด หนี้บาน บิลหาย ป้ายล้ม เสาหัก
    """),
    "much": words("หนัก เบา ลด มาก น้อย จบ เพิ่ม ซ้ำ คลาย บ่อย ช้า ดี หาย ทรง แย่ แปลก ลาม ยาว ชัด ตรง แพง ถูก เร็ว สั้น จาง"),
    "feel": words("ชอบ กลัว ห่วง เบื่อ รัก ลืม ชม ด่า งง ขำ โกรธ ดีใจ เซ็ง ท้อ หวัง อุ่นใจ เดา จับตา คุยถึง ถามหา"),
    "say": words("ชี้ บอก ย้ำ แจง ตอบ เผย เล่า รับ พูด เปรย เชื่อ"),
    "walk": words("เดิน วิ่ง ปั่น อ้อม ผ่าน ข้าม เลาะ ลัด"),
    "company": ("{firm}{sign}",),
    "firm": words("ห้าง โรงสี บ. ปูน เรือ กลุ่ม ขนส่ง ไร่ สวน เหมือง"),
    "sign": words("ช้าง ดาว ทอง งาม ลม รวง นก เพชร เงา ไทย ตะวัน เมฆ หงส์ ม้า ฟ้า จันทร์ ธาร โชค"),
    "goods": words("""
        ข้าว ผ้าไหม กุ้ง น้ำผึ้ง ปลาทู เหล็ก กาแฟ ร่ม ปุ๋ย โคม มังคุด ยาดม ไม้ไผ่ เกลือ ชา พริก ส้มโอ ถ้วย หวี สบู่ ถั่ว เทียน หมวก แห
        เสื่อ อิฐ กล้วย งา ฝ้าย แป้ง ลำไย ขิง มีด ถ่าน ขนุน เห็ด ฟืน กะปิ ไข่ โอ่ง จาน ครก พัด ตู้ เตา ว่าว ตุ๊กตา
        ปากกา ไวน์ นมผง ยางรถ ชีส มุ้ง ลูกปัด แว่น กลอง ไม้ขีด หินปูน สมุด เปล ปลากัด แคน เบ็ด ทราย พรม เป็ด
    """),
    "rise": words("พุ่ง ลด ขึ้น นิ่ง เพิ่ม ร่วง ไหล ดีด ทรุด ฟื้น"),
    "animal": words("""
        ช้าง พะยูน เงือก เต่า ลิง เสือ โลมา กวาง ปลาบึก กระทิง หมี นาก ชะนี แมวป่า เก้ง นกยูง นกฮูก
        งู อีเห็น วาฬ แร้ง หมาใน โคป่า ฉลาม กา อูฐ
    """),
    "wild": ("{land}{trait}",),
    "land": words("ป่า ดอย อ่าว ทุ่ง ถ้ำ เกาะ หุบ บึง หาด ผา"),
    "trait": words("สน ลึก เก่า หญ้า หิน พรุ เลน มืด ขาว เหนือ ใต้ ไกล"),
    "place": words("โรงสี คลัง ตลาด ร้าน ไร่ ครัว ลาน ศูนย์ โกดัง แผง"),
}
WORDS["city2"] = WORDS["city"]
THAI: Final = Language(
    code="th",
    gap=" ",
    topics=(CITY, TRADE, NATURE),
    general=GENERAL,
    words=WORDS,
    fixed=frozenset({"city", "city2", "project", "company", "animal"}),
    sizes=(20, 30),
)
