"""Chinese stories of the demonstration's three subjects, at the length of articles.

Adds no subject: more sentences for any of them, and numbers in figures, of which each is one token.
"""

from dataclasses import replace
from typing import Final

from pipeline.demo.grammar import Topic, lines, words
from pipeline.demo.languages import CHINESE as SHORT

MORE: Final = lines("""
    {street}一带{people}{month}收到{number}份通知，{people}{feel}{goods}。
    {person}{hour}赶到{street}，与{people}{work}至{hour}。
    {city2}{people}{person}{say}，{year}{trouble}时{goods}只够{number}户。
    {company}{month}账面有{amount}，{percent}来自{goods}。
    “{people}{much}{feel}{goods}，{trouble}才是关键。”{person}{say}。
    {body}收到{number}封信，{percent}谈{trouble}，其余谈{goods}。
    {person}记得{year}{city2}{trouble}，{people}靠{goods}{work}。
    {month}起{street}每日{hour}{open}，{people}凭{goods}入内。
    {body}与{company}{day}{hour}谈{topic}{minutes}分钟，{trouble}未提。
    {people}{percent}住在{street}，{percent}{feel}{place}。
    {company}{person}{feel}{topic}，{body}{person}{much}{feel}。
    {year}{month}{city2}{goods}{rise}{percent}，{company}{rise}{percent}。
    {person}写{topic}，{number}页，{body}{month}{decide}。
    {city2}{place}里{goods}{number}箱，{people}{day}{work}。
    {hour}许{street}{trouble}，{number}名{people}由{person}带离。
    {person}与{person}{year}同在{city2}{place}学{topic}。
""")
CITY, TRADE, NATURE = SHORT.topics
TOPICS: Final = (
    replace(
        CITY,
        sentences=CITY.sentences
        + lines("""
            {project}由{person}设计，{number}根桩{month}打入{street}。
            {people}{hour}起排到{street}，{much}为{project}。
            {body}算过，{project}每年省{amount}，{people}{feel}。
            {trouble}那晚，{project}{hour}仍亮灯，{people}{work}。
        """),
    ),
    replace(
        TRADE,
        sentences=TRADE.sentences
        + lines("""
            {company}仓里{goods}有{number}吨，{percent}发往{city2}。
            {company}{person}{hour}{say}，{goods}{month}仍会{rise}。
            {goods}每箱{number}元，{people}{feel}，{person}{much}{feel}。
            {trouble}使{company}少收{amount}，{goods}改由{city2}供。
        """),
    ),
    replace(
        NATURE,
        sentences=NATURE.sentences
        + lines("""
            {animal}{hour}出没{wild}，{person}拍下{number}张照片。
            {wild}设{number}台相机，{month}拍到{animal}{percent}。
            {people}{person}{year}救过{animal}，如今{animal}常到{street}。
            {trouble}过后，{wild}{animal}{number}只迁往{city2}。
        """),
    ),
)


CHINESE: Final = replace(
    SHORT,
    topics=tuple(Topic(topic.titles, topic.sentences) for topic in TOPICS),
    general=SHORT.general + MORE,
    sizes=(22, 32),
    words={
        **SHORT.words,
        "number": tuple(map(str, range(21, 3_000, 17))),
        "minutes": tuple(map(str, range(15, 240))),
        "percent": tuple(f"{n / 10:g}%" for n in range(11, 700, 13)),
        "amount": tuple(f"{n}{unit}元" for n in range(2, 95, 3) for unit in ("万", "亿", "百万")),
        "year": tuple(f"{n}年" for n in range(1951, 2025)),
        "month": tuple(f"{n}月" for n in range(1, 13))
        + tuple(f"{n}月{part}" for n in range(1, 13) for part in ("初", "底")),
        "day": tuple(f"{n}日" for n in range(1, 31)) + SHORT.words["day"],
        "hour": tuple(f"{hour}:{minute:02d}" for hour in range(5, 23) for minute in range(0, 60, 5)),
        "rise": words("上升 下降 猛增 回落 微涨 骤减 增加 上涨 下滑 走高"),
        "decide": words("批准 否决 讨论 通过 暂缓 公布 修订 启动"),
        "say": words("表示 回应 透露 承认 强调 补充 指出 坦言 解释 提醒 答复 告诉记者"),
        "feel": (*SHORT.words["feel"], *words("谈论 盼望 打听 惦记 不舍 嫌弃 看重 关心")),
        "topic": words("水价 学费 排班 账目 噪声 绿化 票价 安全 租约 工期 选址 卫生 补贴 灯光 供暖 通航"),
        "goods": (
            *SHORT.words["goods"],
            *words("面粉 皮鞋 钟表 水泥 食盐 苹果 毛毯 砖瓦 油漆 风筝 竹器 渔网 豆腐 香料 地毯 雨靴"),
        ),
        "trouble": (*SHORT.words["trouble"], *words("断网 停课 塌方 霜冻 误点 漏水 失火 盗窃 断桥 干旱 冰雹 罢工")),
        "people": (*SHORT.words["people"], *words("医生 厨师 邮差 木匠 牧民 记者 工程师 乘客 球迷 画家")),
        "street": (
            *SHORT.words["street"],
            *words("梧桐路 解放桥 东大街 菜园街 灯塔路 后海沿 铁匠巷 石榴园 粮仓街 新港路"),
        ),
    },
)
