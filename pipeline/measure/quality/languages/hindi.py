"""Hindi stories: three subjects, invented names, and verbs that agree whatever word stands in a slot.

Holds no feminine subjects: a person is a man here, a body or a company takes `ने` or a masculine verb.
"""

from typing import Final

from pipeline.demo.grammar import Language, Topic, lines, words

CITY: Final = Topic(
    lines("""
        {city} में {project} पर {body} ने {decided}
        {city} के {people} {project} पर बँटे
        {project} के लिए {money} करोड़ रुपये, {city} को इंतज़ार
    """),
    lines("""
        {city} के {body} ने {day} को {project} के लिए {money} करोड़ रुपये {granted}।
        {project} का विचार {year} में {person} ने रखा था, मगर {problem} ने {halted}।
        {role} {person} ने कहा कि {project} से {city} के {people} को {good} होगा।
        {company} {month} से {street} के पास {work}, और {people} {detour}।
        करीब {number} {people} {street} पर {problem} के विरोध में {gathered}।
        {body} के अनुसार {project} {month} {year2} तक {percent} प्रतिशत {finished}।
        विरोधी {person} ने {project} को “{quality}” बताया और {problem} का {mention}।
        {company2} का {money} करोड़ रुपये का प्रस्ताव {problem} के चलते {refused}।
        {street} से {project} तक {number} मीटर की दूरी {people} {hour} बजे {walk}।
        खर्च का {percent} प्रतिशत {company}, बाकी {body} {pays}।
    """),
)
TRADE: Final = Topic(
    lines("""
        {company} के {goods} {city} में {sold}
        {goods} के दाम {percent} प्रतिशत {rose2}
        {city} में {company} का {goods} कारखाना
    """),
    lines("""
        {company} ने {day} को बताया कि {month} में {goods} का कारोबार {percent} प्रतिशत {rose}।
        {person} बोले, “{goods} पर {problem} का असर {quality} रहा।”
        {company} {city} में {goods} पर {money} करोड़ रुपये {spends}, ऐसा {person} {said}।
        {city2} के {people} {goods} और {goods} {street} से {bring}।
        {company2} के शेयर {day} को {percent} प्रतिशत {rose2}, कारण {problem}।
        {city2} का कारखाना हर {season} {number} टन {goods} {makes}।
        {body} ने {goods} पर {money} रुपये का शुल्क {month} से {decided}।
        {year} में {goods} का भाव {number} रुपये था, अब {number} {became}।
        {people} को डर है कि {problem} से {goods} का काम {month} तक {stuck}।
        {person} और {person} ने {hour} बजे {goods} का सौदा {decided}।
    """),
)
NATURE: Final = Topic(
    lines("""
        {city} के पास {wild} में {number} {animal}
        {animal} {year} के बाद {city} {returned}
        {problem} से {animal} संकट में, {people} {worried}
    """),
    lines("""
        {person} के दल ने {day} को {wild} में {number} {animal} {counted}।
        {year} की तुलना में {animal} {percent} प्रतिशत {rose2}, {body} ने {said2}।
        {wild} में {number} कैमरे {month} से {animal} {watch}।
        {person} मानते हैं कि {animal} को {problem} से {goods} {saves}।
        {company} ने {animal} के लिए {money} लाख रुपये और {goods} {gave}।
        {hour} बजे {street} के पास {animal} {people} को {seen}।
        {city2} में {animal} पर {person} ने {number} पन्ने {year} में {wrote}।
        {people} {wild} की {work2} हर {day} {hour} बजे {do}।
        {body} {wild} को {animal} का घर {declares}, {people} {worried}।
        {problem} के बाद {wild} में {percent} प्रतिशत {animal} {remained}।
    """),
)
GENERAL: Final = lines("""
    {city2} के {person} ने {day} को कहा, “{people} {month} तक {goods} {await}।”
    {year} में {city2} ने {problem} पर {money} करोड़ रुपये {spent}।
    {body} {day} को {goods} के {quality} आँकड़े {hour} बजे {declares}।
    {problem} के सवाल पर {company2} और {person} {silent}।
    {body} के मुताबिक {city} के {percent} प्रतिशत {people} {goods} {use}।
    {number} {people} ने {problem} पर {body} को {letter} {sent}।
    {street} के {people} {problem} और {goods} की बात {season} से {do}।
    {person} का जन्म {year} में {city2} में हुआ; {goods} उनका {trade2}।
    {month} {year} से {goods} {city2} में {percent} प्रतिशत {dear}।
    {body} और {company2} {problem} पर {day} को {hour} बजे {meet}।
    {person} के शब्दों में {goods} “{quality}”, {problem} “{quality}”।
    {company2} के सर्वे में {number} में से {percent} प्रतिशत {people} {worried}।
    {city2} में {problem} का असर {age} दिन, खर्च {money} करोड़ {became}।
    {people} को {year} का {problem} याद है, तब {goods} {remained}।
    {person} {day} को {street} पर {people} से {hour} बजे {meet}।
    {goods} {city2} से, {goods} {street} से और {goods} {company2} से {come}।
    {city2} के अख़बार ने {person} को {quality}, {person} को {quality} {wrote}।
    {body} की {letter} में {number} पन्ने {problem} पर, {number} {goods} पर {remained}।
    {age} साल के {person} {street} पर {year} से {goods} {sell}।
    {problem} पर {body} {people} को {month} से {warn}।
""")
WORDS: Final = {
    "city": words("""
        नीलगढ़ सोनपुरी चंदनवाड़ी हरितनगर मेघपुर कमलघाट शिवराली तारापट्टी बेलवन रामटेकरी फूलबाग मोतीसर अमरकुंड देवखाल
        रूपनदी केसरगढ़ लालबाड़ी गंगावल पीपलखेड़ा सूरजकोट मधुवनी_खास धानपुर शंखतट बादलगाँव
    """),
    "project": words("""
        नए_पुल पुस्तकालय बाल_अस्पताल ट्राम_लाइन पवन_चक्की रात्रि_बाज़ार संग्रहालय तटबंध बस_अड्डे खेल_मैदान नाट्यशाला
        जल_टंकी सौर_संयंत्र पशु_चिकित्सालय नदी_उद्यान छात्रावास
    """),
    "body": words("""
        नगर_निगम ज़िला_परिषद शिक्षा_मंडल परिवहन_विभाग पर्यावरण_दफ़्तर व्यापार_संघ मज़दूर_संघ शोध_संस्थान मौसम_केंद्र
        जल_बोर्ड स्वास्थ्य_विभाग किसान_मंच आवास_निगम विधि_आयोग
    """),
    "decided": words("तय_किया टाल_दिया घोषित_किया दोहराया मंज़ूर_किया रोक_दिया"),
    "granted": words("मंज़ूर_किए रोक_लिए माँगे घोषित_किए जारी_किए लौटा_दिए"),
    "halted": words("काम_रोक_दिया सब_उलझा_दिया देर_कर_दी बजट_खा_लिया रास्ता_बदला"),
    "good": words("लाभ नुकसान सुकून भ्रम फ़ायदा कष्ट आराम"),
    "work": words("खुदाई_करेगी नाप_लेगी काम_शुरू_करेगी दीवार_उठाएगी तार_बिछाएगी सफ़ाई_करेगी"),
    "work2": words("सफ़ाई रखवाली जाँच देखभाल गिनती सैर"),
    "detour": words("दूसरे_रास्ते_जाएँगे पैदल_चलेंगे इंतज़ार_करेंगे नाव_लेंगे बसें_बदलेंगे"),
    "gathered": words("जुटे बैठे निकले नारे_लगाते_रहे रात_भर_रुके गीत_गाते_रहे"),
    "finished": words("पूरा_होगा तैयार_होगा खुलेगा चल_पड़ेगा रंगा_जाएगा"),
    "mention": words("हवाला_दिया डर_जताया हिसाब_माँगा ज़िक्र_छेड़ा"),
    "refused": words("ठुकराया_गया लौटा टल_गया रद्द_हुआ अटका_रहा"),
    "walk": words("तय_करते_हैं नापते_रहे दौड़कर_पार_करते_हैं पैदल_काटते_हैं"),
    "pays": words("देगा चुकाएगा उठाएगा जुटाएगा उधार_लेगा"),
    "sold": words("खूब_बिके कम_बिके लौटे महँगे_हुए पहुँचे"),
    "rose": words("बढ़ा घटा उछला गिरा सुधरा लुढ़का"),
    "rose2": words("बढ़े घटे उछले गिरे सुधरे लुढ़के"),
    "spends": words("लगाएगी खर्च_करेगी जोड़ेगी बचाएगी उधार_लेगी"),
    "said": words("बोले मानते_हैं कहते_हैं समझाते_हैं लिखते_हैं दोहराते_हैं"),
    "said2": words("बताया माना लिखा जोड़ा दोहराया"),
    "bring": words("लाते_हैं मँगाते_हैं उठाते_हैं ढोते_हैं ख़रीदते_हैं"),
    "makes": words("बनाता_है भेजता_है बेचता_है तैयार_करता_है"),
    "became": words("हो_गया पहुँचा ठहरा निकला बैठा"),
    "stuck": words("अटकेगा सिमटेगा रुकेगा बदलेगा बिगड़ेगा"),
    "returned": words("लौटे आए दिखे बसे"),
    "worried": words("चिंतित_हैं खुश_हैं हैरान_हैं सतर्क_हैं शांत_हैं नाराज़_हैं सहमत_हैं"),
    "counted": words("गिने देखे पाए पकड़कर_छोड़े पहचाने"),
    "watch": words("खोजते_हैं देखते_हैं गिनते_हैं पहचानते_हैं"),
    "saves": words("बचाते_हैं दूर_रखते_हैं उबारते_हैं भटकाते_हैं"),
    "gave": words("दिए भेजे जुटाए सौंपे बाँटे"),
    "seen": words("दिखे मिले डराते_रहे चौंका_गए"),
    "wrote": words("लिखे छापे जोड़े बताया कहा"),
    "do": words("करते_हैं टालते_हैं छेड़ते_हैं सीखते_हैं"),
    "declares": words("घोषित_करेगा बताएगा मानेगा लिखेगा"),
    "remained": words("कम_रहे बचे थे घटे नहीं_थे दिखे"),
    "await": words("चाहते_हैं खोजेंगे जमा_करेंगे छोड़_देंगे परखेंगे"),
    "spent": words("लगाए गँवाए खर्च_किए बचाए जुटाए"),
    "silent": words("चुप_रहे मौन_रहे टाल_गए मुस्कुराए उठ_गए"),
    "use": words("बरतते_हैं ख़रीदते_हैं पसंद_करते_हैं छोड़_चुके_हैं माँगते_हैं"),
    "letter": words("चिट्ठी रिपोर्ट अर्ज़ी सूची फ़ाइल याचिका"),
    "sent": words("भेजी सौंपी थमाई पढ़ाई लिखी"),
    "trade2": words("शौक़_है पेशा_है विषय_है जुनून_है"),
    "dear": words("महँगे_हैं सस्ते_हैं दुर्लभ_हैं ज़्यादा_हैं"),
    "meet": words("मिलेंगे बहस_करेंगे चाय_पिएँगे सलाह_लेंगे बात_करेंगे"),
    "come": words("आते_हैं मँगाए_गए पहुँचे चले मिले"),
    "sell": words("बेचते_हैं सुधारते_हैं बनाते_हैं सजाते_हैं"),
    "warn": words("सचेत_करेगा समझाएगा राहत_देगा जानकारी_देगा"),
    "role": words("महापौर प्राचार्य अभियंता सचिव डॉक्टर पार्षद सरपंच निदेशक"),
    "quality": words("""
        बेहतर ज़रूरी अजीब दुर्लभ सफल चिंताजनक साहसी मामूली कठिन उदार सीमित उचित शानदार भारी गंभीर सामान्य विचित्र उपयोगी लाभकारी
        महत्वपूर्ण
    """),
    "person": ("{first} {last}",),
    "first": words("""
        अनिल राकेश मोहन दीपक सुरेश कबीर अमन विवेक नितिन हरीश यूसुफ़ रोहन तरुण पंकज इमरान मनोज अजय गौरव लोकेश समीर राहुल
        किशोर आरिफ़ वसंत प्रकाश नवीन भरत जावेद
    """),
    "last": words("""
        शर्मा वर्मा यादव जोशी कुमार सक्सेना पाठक राठौर मिश्रा चौहान अंसारी नेगी ठाकुर भट्ट सिन्हा मेहता गुप्ता क़ुरैशी रावत
        तिवारी देसाई कुलकर्णी सैनी बघेल
    """),
    "people": words("""
        निवासी किसान छात्र दुकानदार चालक शिक्षक मछुआरे यात्री मज़दूर किराएदार बुनकर स्वयंसेवक पेंशनभोगी पड़ोसी कारीगर
        साइकिल_सवार डाकिए कुम्हार नाविक बढ़ई
    """),
    "problem": words("""
        बिजली_कटौती शोरगुल जल_संकट जाम_के_झंझट किराया_वृद्धि टिड्डी_दल फूटे_पाइप मज़दूरों_की_कमी खराब_मौसम ऊँची_लहरों ख़राब_पंप
        खोई_फ़ाइलों धूल_के_गुबार सूखे_कुओं ईंधन_की_तंगी बाढ़ कोहरे ज़मीन_विवाद जंगल_की_आग ओलों टूटी_सड़क दीमक
    """),
    "goods": words("""
        आम बल्ब कपड़े बर्तन चावल मसाले जूते खिलौने काग़ज़ शहद_के_डिब्बे लकड़ी_के_तख़्ते ताले कंबल गुड़ नमक_के_बोरे पंखे
        सौर_पैनल सेब आलू ट्रैक्टर दीये क़ालीन छाते पापड़ साबुन केले घड़े चरखे नारियल पेड़े
    """),
    "company": ("{brand} {trade}",),
    "brand": words("अरुणोदय हिमधारा स्वर्णरेखा मयूर सागरिका नवदीप त्रिवेणी गरुड़ पलाश इंद्रधनुष कल्पतरु चेतक शतदल ध्रुव मल्हार"),
    "trade": words("बैंक मिल्स एनर्जी फ़ूड्स स्टील मोटर्स सीमेंट लाइन्स टेक्सटाइल पेपर केमिकल ट्रांसपोर्ट"),
    "street": words("""
        स्टेशन_रोड पुराना_घाट गांधी_चौक घंटाघर नहर_किनारा सब्ज़ी_मंडी कॉलेज_मार्ग बरगद_वाली_गली पूर्वी_फाटक लोहार_टोला
        किला_मैदान रेल_पुल मोती_बाज़ार डाकघर_तिराहा आम_बाग़ नदी_मोड़
    """),
    "animal": words("""
        हिरण कछुए सारस मोर चीते बारहसिंगे घड़ियाल हाथी भालू गिद्ध ऊदबिलाव लंगूर नीलकंठ गैंडे उल्लू सियार
    """),
    "wild": words("""
        दलदल ऊपरी_घाटी नदी_मुहाने रेत_के_टीलों साल_वन घास_मैदान नमक_के_मैदान चूना_गुफाओं बाँस_वन झील_तट उत्तरी_ढलान चाय_बाग़ान
    """),
    "day": words("सोमवार मंगलवार बुधवार गुरुवार शुक्रवार शनिवार रविवार"),
    "month": words("जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर"),
    "season": words("बसंत गर्मी मानसून शरद सर्दी तिमाही"),
    "year": tuple(map(str, range(1951, 2024))),
    "year2": tuple(map(str, range(2027, 2046))),
    "number": tuple(map(str, range(112, 9_000, 37))),
    "money": tuple(map(str, range(12, 99))),
    "percent": tuple(map(str, range(11, 78))),
    "hour": tuple(map(str, range(5, 12))),
    "age": tuple(map(str, range(21, 93))),
}
WORDS["city2"], WORDS["company2"] = WORDS["city"], WORDS["company"]
HINDI: Final = Language(
    code="hi",
    gap=" ",
    topics=(CITY, TRADE, NATURE),
    general=GENERAL,
    words=WORDS,
    fixed=frozenset({"city", "city2", "project", "company", "animal"}),
    sizes=(16, 27),
)
