"""Japanese stories: three subjects, written without blanks.

A character is a word to Firstprint: verbs are short and many, and numbers, one token each, keep stories apart.
"""

from typing import Final

from pipeline.demo.grammar import Language, Topic, lines, words

CITY: Final = Topic(
    lines("""
        {city}{project}、{amount}で{plan}へ
        {city}{body}、{project}の{plan}を{decide}
        {city}の{project}に{people}から{opinion}
    """),
    lines("""
        {city}{body}は{day}、{project}の{plan}に{amount}を{spend}案を{decide}。
        {street}の{project}は{year}、{company}が{amount}で{work}を{begin}。
        {people}{number}人が{project}の{plan}に{opinion}、{body}へ{letter}を{send}。
        {company}は{month}から{street}で{work}を{begin}、{hour}まで{people}を{guide}。
        {person}{role}は「{project}で{trouble}が{change}」と{say}。
        {year}の{trouble}で{stop}{project}を、{person}{role}らが{day}に{move}。
        {city2}の{people}も{project}を{use}、{percent}が{opinion}と{body}は{say}。
        {project}の{plan}{letter}は{number}頁、{percent}が{trouble}に{touch}。
        {hour}、{project}の前で{people}{number}人が{person}{role}を{meet}。
        {body}は{amount}、{percent}を{company}に{pay}、{project}を{month}に{open}。
    """),
)
TRADE: Final = Topic(
    lines("""
        {company}、{goods}の{sale}{percent}{rise}
        {company}が{city}に{goods}{place}
        {goods}{rise}、{city}の{people}に{opinion}
    """),
    lines("""
        {company}の{goods}{sale}は{month}に{percent}{rise}、{amount}を{reach}。
        {person}{role}は{day}、「{goods}は{trouble}で{change}」と{say}。
        {company}は{amount}を{spend2}、{city}に{goods}{place}を{year}までに{open}。
        {city2}の{people}は{goods}を{number}箱{buy}、{street}へ{send}。
        {company}株は{hour}に{percent}{rise}、{amount}分が{sold}。
        {goods}{number}トンが{trouble}で{city2}に{stay}、{people}が{work}を{discuss}。
        {body}は{goods}の{rise}を{percent}と{expect}、{people}に{trouble}を{warn}。
        {company}の{people}{number}人が{day}、{street}で{goods}を{show}。
        {goods}一箱は{number}円、{year}の{number}円から{rise}、{people}は{opinion}。
        {person}{role}と{person}{role}は{goods}の{sale}を{hour}まで{discuss}。
    """),
)
NATURE: Final = Topic(
    lines("""
        {city}の{wild}で{animal}{number}匹を{find}
        {animal}、{city}{wild}に{year}以来
        {animal}が{percent}{rise}、{city}で{people}{opinion}
    """),
    lines("""
        {person}{role}らは{day}、{city}の{wild}で{animal}を{number}匹{find}。
        {animal}は{year}より{percent}{rise}、{people}は{opinion}と{say}。
        {wild}に{number}台の{camera}を{put}、{hour}の{animal}を{see}。
        {body}は{trouble}から{wild}を{guard}ため{amount}を{spend}。
        {company}は{month}、{animal}の{goods}を{people}と{make}。
        {person}{role}は「{animal}には{trouble}より{goods}が{change}」と{say}。
        {animal}{number}匹が{street}に{appear}、{people}が{hour}に{camera}で{see}。
        {city2}{body}も{wild}の{animal}を{guard}{letter}を{decide}。
        {wild}の水は{number}箇所で{percent}{rise}、{animal}が{stay}。
        {people}は{month}に{wild}を{age}回{walk2}、{animal}の巣を{find}。
    """),
)
GENERAL: Final = lines("""
    {person}{role}は{day}に{city2}で「{people}は{goods}に{opinion}」と{say}。
    {city2}では{year}に{trouble}が{happen}、{body}が{amount}を{pay}。
    {people}{number}人は{body}に{letter}を{send3}、{trouble}を{warn}。
    {company}も{person}{role}も{day}、{trouble}に{silent}。
    {street}の{people}は{hour}、{goods}を{buy}、{trouble}に{opinion}。
    {body}に{see2}と{city}の{people}の{percent}が{goods}を{use2}。
    {person}{role}（{age}）は{year}に{city2}で{born}、{goods}を{make}。
    「{change}のは{trouble}だ」と{city2}の{people}は{say}。
    {month}の{letter}は{number}通、{percent}が{goods}、{percent}が{trouble}に{touch}。
    {company}は{trouble}が{change}なら{amount}を{pay}と{say}。
    {goods}と{goods}は{city2}、{goods}は{street}から{send2}。
    {hour}、{people}{number}人が{street}を{walk2}、{person}{role}に{goods}を{send}。
    {body}は{month}、{goods}{place}の{plan}を{number}頁の{letter}で{discuss}。
    {city2}の{place}は{year}に{amount}で{open}、{people}が{hour}まで{use2}。
    {person}{role}の{letter}に「{people}、{opinion}」と{age}回ある。
    {age}歳の{person}さんは{street}で{year}から{goods}を{show}。
    {trouble}の{day}、{company}は{people}に{goods}{number}箱を{pay}。
    {body}の{person}{role}は{hour}に{city2}を{walk2}、{trouble}を{warn}。
    {percent}だった{year}の{goods}{sale}は{month}に{percent}へ{rise}、{people}は{opinion}。
    {people}と{people}が{street}で{meet2}、{trouble}を{age}分{discuss}。
""")
WORDS: Final = {
    "city": words("""
        青波市 白浜町 川守市 月岡町 桜井浜 北松市 竹ノ瀬 浅霧町 鳴海沢 雪代市 花房町 琴平浦
        風早市 栗駒町 海老名瀬 朝比奈 水上市 霞ヶ原 羽鳥町 真弓市 鶴見崎 若葉台 石動町 星野市 楠本町
        柏木浜 藤波市 灘ノ口 茜町 荻野市
    """),
    "project": words("""
        図書館 大橋 市民病院 路面電車 風車群 体育館 水族館 下水道 給食室 夜市 博物館 防潮堤 駅前広場 音楽堂 温泉街
        植物園 消防署 屋内市場 観測塔 自転車道 学童館 展望台
    """),
    "plan": words("新設 改修 移転 拡張 再開 公開 増築 廃止 統合 補強"),
    "amount": tuple(f"{n}{unit}円" for n in range(2, 97, 3) for unit in ("万", "億", "百万")),
    "people": words("""
        住民 学生 漁師 商店主 運転手 高齢者 親たち 農家 旅行者 教員 看護師 配達員 借り主 職人 隣人 園児 記者 船員 医師
        店員 釣り人 大工 保育士 画家
    """),
    "body": words(
        "市議会 県議会 教育委 交通局 環境課 商工会 労組 研究所 都市課 気象台 文化庁 水道局 港湾局 農協 保健所 法務局"
    ),
    "decide": words(
        "可決した 承認した 見送った 延ばした 公表した 見直す 撤回した 諮った 求めた 否決した 認めた 退けた"
    ),
    "spend": words("充てる 投じる 出す 回す 積む 使う 割く 組む 貸す"),
    "spend2": words("充て 投じ 出し 回し 積み 使い 割き 組み 貸し"),
    "begin": words("始め 急ぎ 終え 延ばし 止め 続け 受け持ち 請け負い 任され"),
    "work": words("工事 測量 点検 清掃 掘削 塗装 修理 巡回 配線 試験 植樹 除雪"),
    "opinion": words("賛成だ 反対だ 不安だ 慎重だ 満足だ 驚いた 無関心だ 乗り気だ 疑問だ 前向きだ 納得した 困惑した"),
    "letter": words("手紙 要望書 報告書 署名 質問状 図面 意見書 記録 冊子 抗議文 計画書 議事録"),
    "send": words("届けた 送った 渡した 託した 運んだ 出した 配った 預けた 贈った"),
    "send2": words("届く 来る 運ばれる 送られる 着く 入る 回される"),
    "guide": words("誘導する 案内する 通す 待たせる 迂回させる 見守る"),
    "role": words("市長 教授 部長 会長 館長 監督 村長 所長 船長 議員 店長 先生 理事 係長 技師 園長"),
    "person": ("{family}{given}",),
    "family": words("""
        佐伯 高梨 森川 水野 石黒 立花 大沢 岸本 早見 桐生 西園 小暮 浜田 野口 堀江 三崎 黒岩 戸塚 柳田 北見 沢渡 宮坂
        秋元 日下 真鍋 本庄 梶原 若林 和泉 篠田
    """),
    "given": words("""
        健 葵 恵 直樹 涼子 美咲 大輔 綾 拓海 千夏 誠 文 由紀 翔太 彩 進 薫 春香 圭吾 実 玲奈 修
        和也 渚 光 悠 樹 舞 聡 遥
    """),
    "trouble": words("""
        停電 騒音 渇水 渋滞 豪雨 値上げ 害虫 漏水 人手不足 資材難 遅れ 洪水 濃霧 未払い 台風 落石 断線 雪崩 断水 赤潮
        火事 故障 食害 盗難 地割れ 高潮 混雑 訴訟
    """),
    "change": words("深刻だ 減る 増える 片付く 広がる 続く 響く 消える 長引く 大事だ 目立つ 和らぐ 問題だ"),
    "say": words(
        "述べた 語った 明かした 認めた 訴えた 話した 答えた 説明した 繰り返す 漏らした 笑った 念を押す 書いた"
    ),
    "stop": words("止まった 遅れた 壊れた 閉じた 中断の 傷んだ"),
    "move": words("再開した 直した 動かした 披露した 開けた 点検した 救った"),
    "use": words("使い 訪れ 借り 望み 褒め 調べ 好み"),
    "use2": words("使う 選ぶ 買う 好む 備える 頼る"),
    "touch": words("触れる 割いた 当てた 関わる 及ぶ 費やす"),
    "meet": words("待った 囲んだ 迎えた 見送った 呼んだ 撮った 探した"),
    "meet2": words("会い 集い 待ち合い 並び 座り 出会い 向き合い"),
    "send3": words("届け 送り 渡し 託し 配り 預け 出し"),
    "walk2": words("歩き 巡り 訪ね 見回り 横切り 掃き 通り"),
    "pay": words("払う 支払った 渡す 補う 返した 約束した 渋った"),
    "open": words("開く 公開する 設ける 閉じる 建て直す 完成させる"),
    "sale": words("売上 出荷 輸出 受注 在庫 需要 生産 利益"),
    "rise": words("増え 減り 伸び 落ち込み 上がり 下がり 急増し 急減し 持ち直し"),
    "reach": words("超えた 割った 記録した 見込む 目指す 下回った"),
    "buy": words("買い 注文し 求め 選び 抱え 試し 並べ 売り"),
    "sold": words("売れた 動いた 消えた 買われた 残った"),
    "stay": words("残る 留まる 滞る 戻る 集まる 潜む 眠る"),
    "expect": words("見込み 読み 計算し 示し 見誤り 認め"),
    "warn": words("警告した 知らせた 案じた 告げた 嘆いた 詫びた 伝えた 調べた"),
    "show": words("披露した 売った 配った 並べた 試した 磨いた 扱う 直す"),
    "discuss": words("論じた 話し合う 詰めた 争った 検討した 議論した"),
    "find": words("見つけた 数えた 捕らえた 撮影した 確認した 放した 記録した"),
    "camera": words("カメラ 双眼鏡 録音機 望遠鏡 計器 無人機"),
    "put": words("置き 据え 隠し 並べ 付け 埋め"),
    "see": words("捉えた 眺めた 追った 調べた 記した 待つ"),
    "see2": words("よる 従う 聞く 尋ねる"),
    "guard": words("守る 見張る 保つ 囲う 救う 調べる"),
    "make": words("作った 育てた 考えた 描いた 運んだ 集めた 調べた"),
    "appear": words("現れ 迷い込み 集まり 降り 潜み 住み着き"),
    "walk": words("歩いた 巡った 訪ねた 見回った 掃いた 横切った"),
    "happen": words("起き 続き 重なり 広がり 相次ぎ 収まり"),
    "silent": words("黙った 触れない 答えない 沈黙した 口を閉ざす"),
    "born": words("生まれ 育ち 学び 暮らし 働き 修業し"),
    "age": tuple(map(str, range(21, 93))),
    "day": (*(f"{n}日" for n in range(1, 31)), *words("月曜 火曜 水曜 木曜 金曜 土曜 日曜 昨日 前夜")),
    "month": (*(f"{n}月" for n in range(1, 13)), *words("年末 初夏 晩秋 春先 年度末")),
    "year": tuple(f"{n}年" for n in range(1951, 2025)),
    "hour": tuple(f"{hour}:{minute:02d}" for hour in range(5, 23) for minute in range(0, 60, 5)),
    "company": ("{brand}{trade}",),
    "brand": words("海鳴 北斗 若竹 東雲 銀河 赤松 八雲 大樹 明星 飛鳥 千歳 白鷺 三日月 朝凪 山吹 瑞穂"),
    "trade": words("銀行 製鋼 食品 海運 電力 造船 製紙 運輸 農機 硝子 印刷 鉄道 建設 薬品"),
    "street": words("""
        本町通り 港通り 西口 旧市場 南大路 橋詰 時計台 大学坂 川沿い 花屋小路 北駅前 渡し場 寺町 魚河岸 見晴坂 桜並木
        鍛冶町 倉庫街 城跡 浜通り 神社裏 団地前
    """),
    "number": tuple(map(str, range(21, 3_000, 17))),
    "percent": tuple(f"{n / 10:g}%" for n in range(11, 700, 13)),
    "goods": words("""
        緑茶 電池 絹布 陶器 新米 鋼材 半導体 綿糸 自転車 蜂蜜 木材 昆布 硝子 珈琲 石炭 薬草 水車 和紙 雨傘 玩具 味噌
        林檎 毛布 瓦 塗料 風鈴 竹籠 漁網 豆腐 香辛料 絨毯 長靴 時計 革靴 食塩 砂糖 小麦 醤油
    """),
    "place": words("工場 倉庫 展示館 市場 学校 庭園 車庫 研究棟 保護区 港 店舗 牧場"),
    "animal": words("白鷺 海豚 日本猿 丹頂鶴 雪豹 狐 猪 梟 川獺 黒熊 白鳥 針鼠 狸 鹿 蝙蝠 海亀 蛍 鯨 鼬 雷鳥"),
    "wild": words("湿原 林道 河口 北斜面 入り江 渓谷 草原 干潟 鍾乳洞 水源地 砂丘 離島 沼地 竹林 岬 棚田"),
}
WORDS["city2"] = WORDS["city"]
JAPANESE: Final = Language(
    code="ja",
    gap="",
    topics=(CITY, TRADE, NATURE),
    general=GENERAL,
    words=WORDS,
    fixed=frozenset({"city", "city2", "project", "company", "animal"}),
    sizes=(18, 26),
)
