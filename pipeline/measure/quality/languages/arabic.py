"""Arabic stories: three subjects, invented names, masculine subjects before masculine verbs.

Counts stand before a definite plural ("about 412 of the farmers"), which is right for every number.
"""

from typing import Final

from pipeline.demo.grammar import Language, Topic, lines, words

CITY: Final = Topic(
    lines("""
        {body} في {city} {decides} {project}
        {people} {city} بين مؤيد ومعارض بشأن {project}
        {money} مليون دينار من أجل {project} في {city}
    """),
    lines("""
        {decided} {body} في {city} يوم {day} خطة {project} بكلفة {money} مليون دينار.
        و{said} {person}، وهو {role}، أن {project} {quality} لجميع {people} في {city}.
        وتعود فكرة {project} إلى عام {year}، حين {stopped} {problem} ثم {problem} {works} قرب {street}.
        ومن المقرر أن {begin} {company} {works} في {street} خلال {month} {season}.
        و{signed} نحو {number} من {people} {paper} ضد {problem} قرب {street}.
        ويتوقع {body} أن {project} {serve} {percent} في المئة من {people} قبل عام {year2}.
        واعترض {person} على {project} بسبب {problem}، ووصفه بأنه «{quality}» أمام {people}.
        وتدفع {company} {percent} في المئة من الكلفة، و{body} ما تبقى حتى {month}.
        ورفض {body} عرضا من {company2} بقيمة {money} مليون دينار لأنه {quality}.
        وعند الساعة {hour} تجمع {number} من {people} أمام {project} في {city}.
    """),
)
TRADE: Final = Topic(
    lines("""
        {company} {sells} {goods} إلى {city}
        أسعار {goods} {rise} بنسبة {percent} في المئة
        {company} تفتح مصنع {goods} قرب {city}
    """),
    lines("""
        أعلنت {company} يوم {day} أن مبيعات {goods} {rise} بنسبة {percent} في المئة خلال {month}.
        و{said} {person} أن {goods} و{goods} {brought} {money} مليون دينار في {season}.
        وتنوي {company} إنفاق {money} مليون دينار على {goods} في {city} قبل {month} {year2}.
        ويخشى {people} في {city} أن {problem} {harm} {goods} بعد {month}.
        وخسرت {company2} {percent} في المئة من قيمتها بسبب {problem}، وفق {body}.
        وينتج مصنعها قرب {city2} {number} طنا من {goods} خلال {season}.
        ونقل {people} {goods} عبر {street} إلى {city2} طوال {month}، كما {said} {person}.
        وكان سعر {goods} عام {year} أقل بنسبة {percent} في المئة، بحسب {company2}.
        وطلبت {company} من {body} تأجيل رسوم {goods} بسبب {problem} في {city2}.
        وفي {street} باع {person} {goods} ب{money} دينارا، و{goods} ب{money}.
    """),
)
NATURE: Final = Topic(
    lines("""
        باحثون يحصون {number} من {animal} في {wild}
        {animal} تعود إلى {wild} قرب {city}
        {problem} يهدد {animal} في {wild}
    """),
    lines("""
        أحصى {person} وفريقه {number} من {animal} في {wild} خلال {month} {year}.
        و{said} {person} أن {animal} {quality2} رغم {problem} في {wild}.
        وزادت {animal} قرب {city} بنسبة {percent} في المئة منذ عام {year}.
        ومنح {body} {money} مليون دينار من أجل {animal} و{goods} في {wild}.
        وشوهدت {animal} عند الساعة {hour} قرب {street} برفقة {people}.
        ووضع {people} {number} كاميرا في {wild} يوم {day} لمتابعة {animal}.
        ويرى {person} أن {problem} {harm} {animal} أكثر من {problem}.
        وتبرعت {company} بكمية من {goods} كي يحمي {people} {animal} في {city2}.
        وسجلت دراسة {city2} عام {year} {percent} في المئة من {animal} في {wild}.
        ويمشي {person} {percent} كيلومترا كل {day} بين {wild} و{street}.
    """),
)
GENERAL: Final = lines("""
    و{said} {person} من {city2} يوم {day} أن {people} «ينتظرون {goods} قبل {month}».
    وعرفت {city2} عام {year} {problem} كلفها {money} مليون دينار.
    وينشر {body} تقريرا عن {goods} يوم {day} الساعة {hour}.
    ولم ترد {company2} ولا {person} على أسئلة {people} عن {problem}.
    وبحسب {body} فإن {percent} في المئة من {people} في {city} يستعملون {goods}.
    و{wrote} {person} في {month} أن {problem} «{quality}»، فغضب {people}.
    وأرسل نحو {number} من {people} {paper} إلى {body} بسبب {problem}.
    وسأل {people} قرب {street} عن {goods} وعن {problem} منذ {season}.
    وولد {person} عام {year} في {city2}، وعمل في {goods} ثم {goods}.
    ومنذ {month} {year} ارتفع ثمن {goods} في {city2} بنسبة {percent} في المئة.
    ويبحث {body} مع {company2} {problem} يوم {day} في {street}.
    وأضاف {person} أن أمر {goods} {quality} لكن {problem} أخطر على {people}.
    وشارك {number} من {people} في استطلاع {company2} عن {goods} و{problem}.
    وفي {city2} استغرق حل {problem} {percent} يوما و{money} مليون دينار.
    ووعد {body} {people} ب{goods} قبل {day}، ثم {said} أن {problem} أخره.
    ويتذكر {person} كيف واجه {people} {problem} عام {year} من دون {goods}.
    ودعا {person} {people} إلى {street} الساعة {hour} يوم {day}.
    ونصف {goods} في {city} من {city2}، والباقي من {street} عبر {company2}.
    وكتبت صحيفة {city2} أن {person} {quality} و{person} {quality}.
    وحذر {body} {people} من {problem} في {month}، خصوصا قرب {street}.
""")
PLURALS: Final = 10  # counts that end in 3 to 10 take the noun in the plural
WORDS: Final = {
    "city": words("""
        الرمال_البيضاء وادي_النخيل تل_الزيتون عين_السدر دار_الياسمين رأس_المرجان كفر_الورد
        باب_الريح جبل_الغيم مرسى_اللؤلؤ واحة_القمر بئر_الحمام سوق_النهر قصر_الرمان نبع_الصفصاف حصن_العقيق
        ظهر_الجسر برج_النورس خليج_السنونو شط_الغزلان مرج_الأقحوان قلعة_التين ساحل_العنبر دير_اللوز
    """),
    "project": words("""
        الجسر_الجديد خط_الترام مستشفى_الأطفال السوق_المغطى المتحف_البحري السد_الصغير الملعب_البلدي
        المسرح_القديم الميناء_الجاف مركز_البيانات المسبح_الشتوي
        الممشى_النهري المعهد_المهني المختبر_المائي النفق_الشرقي البرج_الزجاجي
    """),
    "body": words("""
        مجلس_المدينة البرلمان_المحلي الاتحاد_العمالي المكتب_الفني مركز_الأبحاث ديوان_المحافظة مجلس_التعليم جهاز_البيئة
        معهد_الأرصاد مكتب_النقل نادي_التجار صندوق_الإسكان قسم_المياه مجلس_الصحة
    """),
    "decides": words("يقر يؤجل يناقش يراجع يعلن يعيد_دراسة"),
    "decided": words("أقر أجل ناقش راجع أعلن رفض عدل اعتمد"),
    "said": words("""
        أكد أوضح ذكر لاحظ اعتبر أعلن رأى زعم
    """),
    "wrote": words("كتب نشر أعلن ذكر سجل"),
    "role": words("مهندس_الطرق عضو_اللجنة مدير_المدرسة طبيب_الحي أستاذ_التاريخ رئيس_النادي أمين_الصندوق صاحب_متجر"),
    "quality": words("""
        مفيد مكلف ضروري غريب متأخر نادر بسيط ناجح مقلق واعد غامض جريء مقبول ثقيل صعب سخي محدود عادل ممتاز متسرع
    """),
    "quality2": words("تتكاثر تتراجع تتأقلم تهاجر تختبئ تتحرك_ليلا تبني_أعشاشها تبتعد"),
    "begin": words("تبدأ تنهي تراقب تستأنف تمول"),
    "works": words("الأعمال الحفر القياسات البناء الدهان الترميم التنظيف التجارب"),
    "stopped": words("أوقف أخر عطل أربك"),
    "serve": words("يخدم يفيد يشغل يجذب"),
    "signed": words("وقع قدم جمع رفع"),
    "paper": words("عريضة رسالة شكوى مذكرة وثيقة قائمة"),
    "sells": words("تبيع تنقل تصدر ترسل تهدي"),
    "brought": words("حققت جلبت كلفت خسرت وفرت"),
    "harm": words("يضر يهدد يؤخر يرهق يبعد"),
    "rise": words("ارتفعت انخفضت تراجعت تضاعفت تحسنت قفزت"),
    "person": ("{first} {last}",),
    "first": words("""
        سامر وليد كريم ماجد رامي هيثم نادر فادي طارق بلال عمار أنس زياد لؤي حازم جميل رشيد إياد يزن مروان شادي قيس وائل
        غسان نبيل أيهم سليم تامر
    """),
    "last": words("""
        الحداد النجار الصياد القاسم المرعي السعدي الخطيب الدباغ العطار الشامي البستاني الملاح
        الراوي الصباغ الفارس الهلالي العمري النوري الكاتب الزيات الربيعي الساعاتي الجوهري الحكيم
    """),
    "people": words("""
        السكان الطلاب التجار الزوار العمال الجيران البحارة الركاب الأطباء الرعاة الحراس السياح الكتاب الطهاة الأهالي
        الأساتذة التلاميذ الصيادلة الشعراء الباعة السعاة الخبراء القضاة
    """),
    "problem": words("""
        انقطاع_الكهرباء ضجيج_الليل نقص_المياه ازدحام_الطرق غلاء_الإيجار تأخر_الرخص تسرب_الأنابيب نقص_العمال سوء_الطقس
        انتشار_الجراد ارتفاع_الموج عطل_المضخة ضياع_الملفات غبار_المقالع جفاف_الآبار شح_الوقود فيضان_النهر ضعف_الشبكة
        خلاف_الورثة حريق_الغابة
    """),
    "goods": words("""
        التمور القطن الزجاج العسل البطاريات الأخشاب السجاد الزيتون الشاي النحاس الورق الملح الدراجات المصابيح الأسمدة
        القهوة الحرير الصابون الأحذية الطوب الفخار الحليب القمح الأدوية الألواح_الشمسية المراوح
        الخزف الجلود البهارات الأسماك
    """),
    "company": ("شركة {brand}", "مجموعة {brand}", "مؤسسة {brand}"),
    "brand": words("""
        الواحة النورس الأرز الشراع الفجر المرجان السنابل القافلة البوصلة المنارة الغدير الصنوبر الهدهد النخيل العنقاء
        الميزان اللوتس المدار
    """),
    "street": words("""
        شارع_الميناء سوق_العطارين باب_الشرق ساحة_الساعة طريق_الجامعة ضفة_النهر محطة_الشمال
        حي_الصاغة درب_الحرير جسر_الخشب رصيف_الصيادين حارة_النحاسين ميدان_الحمام تلة_المدرسة شارع_اللوز بوابة_الغرب
    """),
    "animal": words("""
        الغزلان السلاحف الدلافين الصقور الثعالب الطيور_المهاجرة الوعول القنافذ النوارس الخفافيش الفقمات اللقالق الأرانب
        الضفادع الحبارى الذئاب
    """),
    "wild": words("""
        المستنقعات الوادي_الأعلى مصب_النهر الكثبان الغابة_القديمة الجزر_البعيدة
        السهل_الملحي الكهوف_الجيرية الهضبة_الشمالية غابة_القرم المروج_الرطبة الشاطئ_الصخري
    """),
    "day": words("الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد"),
    "month": words("يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر"),
    "season": words("الربيع الصيف الخريف الشتاء الموسم_المقبل نهاية_العام"),
    "year": tuple(map(str, range(1951, 2024))),
    "year2": tuple(map(str, range(2027, 2046))),
    "number": tuple(str(n) for n in range(111, 9_000, 37) if n % 100 > PLURALS),
    "money": tuple(map(str, range(11, 99))),
    "percent": tuple(map(str, range(11, 78))),
    "hour": tuple(f"{hour}:{minute:02d}" for hour in range(6, 22) for minute in (0, 15, 40)),
}
WORDS["city2"], WORDS["company2"] = WORDS["city"], WORDS["company"]
ARABIC: Final = Language(
    code="ar",
    gap=" ",
    topics=(CITY, TRADE, NATURE),
    general=GENERAL,
    words=WORDS,
    fixed=frozenset({"city", "city2", "project", "company", "animal"}),
    sizes=(16, 27),
)
