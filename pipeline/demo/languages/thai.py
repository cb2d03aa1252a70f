"""Thai stories: three subjects in words written without blanks between them.

Thai is written without blanks, so a character is a word to Firstprint and many shingles lie within one word. Only large
word lists keep different stories apart.
"""

from pipeline.demo.grammar import Language, Topic, lines, words

CITY = Topic(
    lines("""
        {city}เปิด{project}ใหม่
        {people}{city}ค้าน{project}
        {body}{city}อนุมัติ{project}
    """),
    lines("""
        {body}{city}{vote}{project} เมื่อ{day} งบ{amount}
        {project}ใกล้{street}จะ{open}ใน{month}
        {person}ตัวแทน{people}กล่าวว่า {trouble}{much}
        {company}ส่ง{people}{number}คนไป{street}
        {people}{city}{feel}เพราะ{trouble}
        ปี{year} {project}เคยหยุดเพราะ{trouble}
    """),
)
TRADE = Topic(
    lines("""
        ราคา{goods}{rise}{percent}
        {company}ขาย{goods}ได้{amount}
        {company}ตั้งโรงงาน{goods}ที่{city}
    """),
    lines("""
        {company}ขาย{goods}ใน{month}{rise}{percent}
        {person}ชี้ว่า{goods}{much}จาก{trouble}
        {people}{city2}{feel} หลัง{goods}{rise}
        หุ้น{company}{rise}{percent}เมื่อ{day}
        {company}จะลงทุน{amount}ที่{city}ก่อน{month}
        {body}เตือนว่า{trouble}ทำให้{goods}{rise}
    """),
)
NATURE = Topic(
    lines("""
        พบ{animal}{number}ตัวที่{city}
        {animal}กลับมา{wild}{city}
        ฝนหนักที่{city} {people}{feel}
    """),
    lines("""
        ทีมของ{person}พบ{animal}{number}ตัวใน{wild}
        {animal}{rise}{percent}จากปี{year}
        {body}ระบุว่า{trouble}ใน{wild}{much}
        {company}มอบ{amount}ให้{people}ดูแล{animal}
        {person}เดิน{wild}ตลอด{month}เพื่อ{animal}
        {city2}ประกาศ{wild}เป็นเขต{animal}
    """),
)
GENERAL = lines("""
    {person}บอก{people}ที่{city2}เมื่อ{day}
    {city2}พบ{trouble}ปี{year} ใช้เงิน{amount}
    {people}{number}คนร้อง{body}เรื่อง{trouble}
    {company}ไม่ตอบเรื่อง{trouble}
    {body}นัด{vote}{goods}ใน{month}
    {people}แถว{street}ว่า{trouble}{rise}
    {percent}ของ{people}ใช้{goods}
    {person}เกิดที่{city2} ปี{year} ชอบ{goods}
    {goods}กับ{goods}มาจาก{city2}
    {day} {people}พา{person}ชม{street}
""")
WORDS = {
    "city": words("""
        กระบี่ กาญจนบุรี ขอนแก่น จันทบุรี ชลบุรี ชุมพร เชียงราย ตรัง ตราด นครพนม น่าน บึงกาฬ พะเยา พังงา เพชรบุรี แพร่ ภูเก็ต
        ยโสธร ระนอง ราชบุรี ลำปาง เลย ศรีสะเกษ สงขลา สตูล สุโขทัย หนองคาย อุดรธานี อุทัยธานี อ่างทอง
    """),
    "project": words("""
        สะพานลอย หอสมุด รถไฟรางเบา ตลาดน้ำ พิพิธภัณฑ์ กังหันลม โรงพยาบาลเด็ก สวนริมคลอง สนามกีฬา ท่าเรือ อ่างเก็บน้ำ
        บ้านพักครู ลานจอดรถ โรงละคร
    """),
    "vote": words("ผ่าน ปัดตก ทบทวน เลื่อน หนุน แก้ไข"),
    "open": words("เริ่มใช้ ต่อเติม ขยาย ทดลอง ซ่อมเสร็จ"),
    "people": words("""
        ชาวบ้าน นักเรียน ชาวประมง แม่ค้า คนขับแท็กซี่ ผู้สูงอายุ ชาวนา ครูใหญ่ พยาบาล อาสากู้ภัย นักปั่น ผู้เช่า ช่างไม้ หมอลำ
    """),
    "body": words("เทศบาล อำเภอ กรมทางหลวง สภาเมือง หอการค้า สหกรณ์ มหาวิทยาลัย กรมประมง ศาลแพ่ง กองทุนป่า"),
    "day": words("วันจันทร์ วันอังคาร วันพุธ วันพฤหัส วันศุกร์ วันเสาร์ วันอาทิตย์ เช้านี้ เมื่อคืน บ่ายวาน"),
    "month": words("มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม ปลายปี หน้าหนาว"),
    "year": tuple(map(str, range(2531, 2567, 2))),
    "amount": words("สองล้านบาท ห้าร้อยล้าน แปดหมื่น เก้าล้านเศษ พันสี่ร้อยล้าน สามแสน เจ็ดสิบล้าน หกล้านครึ่ง"),
    "number": tuple(map(str, range(21, 980, 23))),
    "percent": tuple(f"ร้อยละ {n}" for n in range(3, 60, 2)),
    "street": words("ตลาดเก่า หน้าวัด ท่าน้ำ สี่แยกไฟแดง ถนนเลียบคลอง ซอยมะลิ หัวสะพาน ริมทางรถไฟ หอนาฬิกา ชายหาด"),
    "person": ("{first} {last}",),
    "first": words("สมชาย มาลี วิชัย อรุณี ประเสริฐ กานดา ธนา พิมพ์ใจ สุรชัย นิดา ปรีชา จินตนา ณรงค์ ดวงใจ ไพโรจน์ รัตนา"),
    "last": words("ใจดี แสงทอง บุญมี ศรีสุข วงศ์ไทย ทองคำ พรหมมา แก้วใส เรืองฤทธิ์ มั่นคง สายบัว ชัยชนะ อินทร์แก้ว"),
    "trouble": words("""
        ไฟดับ เสียงดัง น้ำแล้ง รถติด ค่าเช่าแพง แมลงระบาด ท่อแตก คนงานขาด พายุเข้า เอกสารหาย หมอกควัน คลื่นสูง ดินทรุด สายไฟเก่า
    """),
    "much": words("หนักขึ้น เบาลง เกิดบ่อย ยังไม่จบ น่าห่วง พอทนได้ ใกล้คลี่คลาย ซ้ำรอยเดิม"),
    "feel": words("ดีใจ กังวล โล่งอก ไม่พอใจ ตื่นเต้น รอฟังผล เฝ้าระวัง ขอบคุณ แปลกใจ"),
    "company": words("""
        ธนาคารรวงข้าว บริษัทช้างเผือก ห้างดาวเหนือ โรงสีทองไพศาล เรือด่วนบูรพา กลุ่มลมทะเล ปูนหินงาม ขนส่งอินทรี
        เหมืองเขาคำ ยางพาราใต้
    """),
    "goods": words("""
        ข้าวหอม ทุเรียน ผ้าไหม กุ้งแห้ง แบตเตอรี่ เซรามิก จักรยาน น้ำผึ้ง ปลาทู เหล็กเส้น กาแฟ ร่มกระดาษ ปุ๋ย โคมไฟ
        มังคุด ยาสมุนไพร ไม้ไผ่ เกลือ
    """),
    "rise": words("พุ่ง ลดฮวบ ขยับขึ้น ทรงตัว เพิ่มเท่าตัว ร่วงลง"),
    "animal": words("ช้างป่า พะยูน นกเงือก เต่าทะเล ลิงแสม เสือโคร่ง โลมา กวางผา ปลาบึก นกกระเรียน ค้างคาว หมีควาย"),
    "wild": words("ป่าชายเลน ดอยสูง ปากแม่น้ำ หุบเขา อ่าวเล็ก ทุ่งหญ้า ถ้ำหินปูน ป่าพรุ เกาะร้าง น้ำตก"),
}
WORDS["city2"] = WORDS["city"]
THAI = Language(
    code="th",
    gap=" ",
    topics=(CITY, TRADE, NATURE),
    general=GENERAL,
    words=WORDS,
    fixed=frozenset({"city", "city2", "project", "company", "animal"}),
    sizes=(8, 11),
    notices=(("{street}{city}{trouble}", "{day}{trouble}"),),
)
