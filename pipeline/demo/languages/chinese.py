"""Chinese stories: three subjects, every word of one to four characters.

A character is a word to Firstprint, so a shingle is five characters: templates break off before that many are constant.
"""

from pipeline.demo.grammar import Language, Topic, lines, words

CITY = Topic(
    lines("""
        {city}{open}{project}，耗资{amount}
        {city}{people}热议{project}
        {city}{body}{decide}{project}
    """),
    lines("""
        {city}{body}{day}{decide}{project}，{amount}由{company}承担。
        {project}位于{street}，{month}动工，{year}{open}。
        {people}{feel}{project}，{person}却称{trouble}{much}。
        {company}派{number}名{people}赴{street}，{day}起{work}。
        {body}{say}，{city}{people}{much}依赖{street}。
        {year}因{trouble}停工的{project}，如今由{person}{work}。
    """),
)
TRADE = Topic(
    lines("""
        {company}{goods}销量{rise}{percent}
        {company}在{city}{open}{goods}工厂
        {goods}价格{rise}{percent}，{people}{feel}
    """),
    lines("""
        {company}{month}{goods}销量{rise}{percent}，达{amount}。
        {person}{say}，{goods}{much}受{trouble}影响。
        {city2}{people}{feel}{goods}，{company}股价{day}{rise}{percent}。
        {company}拟投{amount}，{year}前在{city}{open}{goods}{place}。
        {goods}订单来自{city2}，{number}名{people}{work}到{day}。
        {body}提醒{people}，{trouble}会令{goods}{rise}{percent}。
    """),
)
NATURE = Topic(
    lines("""
        {city}发现{number}只{animal}
        {animal}重返{city}{wild}，{people}{feel}
        {city}{wild}{animal}数量{rise}{percent}
    """),
    lines("""
        {person}团队{day}在{city}{wild}记录{number}只{animal}。
        {animal}数量比{year}{rise}{percent}，{people}{feel}。
        {body}{say}，{wild}{trouble}曾使{animal}{much}减少。
        {company}出资{amount}，助{people}护{animal}、种{goods}。
        {month}里{person}走遍{wild}，只见{number}只{animal}。
        {city2}{body}{decide}把{wild}辟为{animal}{place}。
    """),
)
GENERAL = lines("""
    {person}{day}在{city}{say}：“{people}{feel}{goods}。”
    {city2}{year}也遇{trouble}，{body}花{amount}才{work}。
    {number}名{people}致信{body}，{much}不满{trouble}。
    {company}与{person}{day}均未谈{trouble}。
    {body}{month}将{decide}{goods}{place}。
    {street}{people}{say}，{trouble}{rise}{percent}。
    据{body}，{city}{percent}{people}用{goods}。
    {person}{year}生于{city2}，{much}研究{goods}。
    {day}下午，{people}在{street}{feel}{person}。
    若{trouble}{rise}，{company}{much}愿付{amount}。
    {city2}{place}{month}{open}，{people}{feel}。
    {goods}、{goods}与{goods}{much}来自{city2}。
""")
WORDS = {
    "city": words("""
        青岚市 临泽县 云浦市 白鹭镇 松江口 石桥镇 柳川市 东篱县
        望海市 长亭镇 南屏市 玉溪口 金沙镇 安陵市 北渡县 竹山镇 清源市 雁湖县
    """),
    "project": words("""
        跨江大桥 图书馆 地铁支线 污水厂 夜市 博物馆 风电场
        儿童医院 滨河公园 数据中心 古城墙 体育馆 客运站 剧院 养老院 水库
    """),
    "open": words("启用 开放 落成 新建 扩建 试运行 重开"),
    "amount": words("三亿元 五千万元 八百万元 两亿余元 九千万元 六亿元 四百万元 七千万元 一亿元 十二亿元"),
    "people": words("居民 学生 渔民 商户 司机 老人 家长 农户 游客 工人 教师 护士 骑手 租客 摊主 志愿者"),
    "body": words("市政府 县议会 教育局 交通局 环保厅 商会 工会 研究院 规划署 气象台 文物局 水务局"),
    "decide": words("批准 否决 讨论 表决通过 暂缓 公布 修订 启动"),
    "day": words("周一 周二 周三 周四 周五 周六 周日 昨日 今晨 当晚 三日 八日 十五日"),
    "month": words("一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 年底 入秋 开春"),
    "year": words("前年 去年 2008年 2011年 2014年 2016年 2019年 2021年 上世纪 十年前"),
    "company": words("""
        海纳集团 恒通银行 星河科技 东篱食品 远航物流 华木家具 晨光电力 蓝鲸造船 金穗种业 飞燕客运 天工机械 和风传媒
    """),
    "street": words("中山路 码头街 西门外 老集市 南大街 桥头 钟楼旁 学府路 沿江道 花鸟巷 北站前 渡口"),
    "person": ("{family}{given}",),
    "family": words("王 李 张 刘 陈 杨 赵 黄 周 吴 徐 孙 胡 朱 高 林 何 郭 马 罗 梁 宋 郑 谢 韩 唐"),
    "given": words("""
        文博 晓梅 建国 思远 雨桐 志强 丽华 明轩 海燕 子涵 春生 玉兰 国栋 静怡 浩然 秋月 立新 佳慧 永康 小川
    """),
    "trouble": words("停电 噪音 缺水 堵车 暴雨 涨租 虫害 旧管破裂 人手不足 原料紧缺 审批迟缓 洪水 大雾 欠薪 台风"),
    "much": words("明显 略微 大多 确实 几乎 往往 尤其 仍旧 未必 渐渐"),
    "number": words("二十 三十六 四十八 五十 七十二 八十九 一百 两百 三百五 六百 九百 上千"),
    "feel": words("欢迎 质疑 期待 担心 支持 抱怨 围观 赞叹 看好 忽略"),
    "say": words("表示 回应 透露 承认 强调 补充说 指出 坦言"),
    "work": words("完工 抢修 巡查 赶工 清理 值守 复工 测量"),
    "goods": words("""
        茶叶 电池 丝绸 瓷器 大米 钢材 芯片 棉花 自行车 蜂蜜 木材 海带 玻璃 咖啡 煤炭 药材 水泵 纸张 雨伞 玩具
    """),
    "rise": words("上升 下降 猛增 回落 翻番后回落 微涨 骤减 增加"),
    "percent": words("一成 两成 三成半 四成 近五成 六成 百分之七 百分之九 百分之三 八成"),
    "place": words("基地 仓库 展馆 市场 学校 花园 车站 中心 保护区 码头"),
    "animal": words("白鹭 江豚 猕猴 丹顶鹤 雪豹 穿山甲 野猪 猫头鹰 水獭 黑熊 天鹅 刺猬"),
    "wild": words("湿地 林区 河口 北坡 海湾 峡谷 草甸 滩涂 溶洞 水源地"),
}
WORDS["city2"] = WORDS["city"]
CHINESE = Language(
    code="zh",
    gap="",
    topics=(CITY, TRADE, NATURE),
    general=GENERAL,
    words=WORDS,
    fixed=frozenset({"city", "city2", "project", "company", "animal"}),
    sizes=(9, 14),
    notices=(("{city}{street}{trouble}", "{street}{day}{trouble}"),),
)
