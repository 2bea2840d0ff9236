"""Chinese: the rules, and the simplified and traditional forms on cards."""

from dataclasses import replace

from rulesbase.engine.languages.shape import (
    NEGATIONS,
    ChangeWords,
    DateWords,
    DocumentWords,
    PageWords,
    TextLanguage,
    numbers_from_two,
)
from rulesbase.engine.messages import gettext_noop as _

CHINESE = TextLanguage(
    code="zh",
    name=_("Chinese"),
    own_name="中文",
    script="Hans",
    cards="zh-hans",
    document=DocumentWords(
        introduction=("前言", "简介", "介绍"),
        contents=("目录",),
        glossary=("词汇表", "术语表", "名词解释", "词汇"),
        index=("索引",),
        credits=("制作人员名单", "版权信息", "制作人员", "制作群", "鸣谢"),
        example="例如：",
    ),
    example=r"例(?:如|子|題|示)?\s*[0-9０-９一二三]?",
    dates=DateWords(effective=r"(\d{4}\s*年\s*\d{1,2}\s*月\s*\d{1,2}\s*日)[^\n]{0,12}(?:发?起?生效|起)"),
    pages=PageWords(
        columns={"heading": "标题 术语 名称", "text": "文本 译文 翻译 内容", "examples": "例子", "english": "英文"}
    ),
    changes=ChangeWords(inserted="新增: ", deleted="删除: ", moved_here="移到此处: ", moved_away="从此处移走: "),
    symbols={
        "W": "白", "U": "蓝", "B": "黑", "R": "红", "G": "绿", "C": "无色", "S": "雪境",
        "T": "横置", "Q": "重置", "E": "能量", "P": "非瑞克西亚符号", "H": "非瑞克西亚符号",
        "CHAOS": "混沌", "PW": "鹏洛客符号", "TK": "票券", "A": "橡实",
        "mana": "{}法术力", "generic": "{}点一般", "or": "或", "Phyrexian": "非瑞克西亚{}",
    },
    obsolete="已废止|已廢止",
    # The text shows no order.
    sorts_terms=False,
    has_letters=False,
    rule="规则|規則",
    rules="规则|規則",
    places=("章",),
    joins=("和", "及", "与"),
    ranges=("至", "到"),
    length=0.33,
    quotes="“”‘’「」『』《》",
    quote_pair=("“", "”"),
    qualifiers={
        "at least": "至少 以上 起码",
        "or equal": "等于 至少 至多 相等",
        "greater than": "大 超过 高 多",
        "less than": "小 低 少 不足",
        **dict.fromkeys(NEGATIONS, "不 无 没 未 非 只 仅 空 别 否 勿 尚 除 才 直到"),
        "must": "须 必 一定 需",
        "until": "直 前 等到 为止 持续到",
        "without": "无 不 没 未 非 除",
        "random": "随机",
        "left": "左 留 剩 离 余",
        "right": "右 正",
        "top": "顶 上",
        "bottom": "底 下",
        "next": "下 接 次 旁 之后",
        "additional": "额外 其他 另 附加 更多 其余 别",
        "as long as": "只要 当 期间 若 时",
        "two or more": "两 二 数 多 复",
        "no more than": "不 未 至多 最多",
        **numbers_from_two("二三四五六七八九十"),
        "two": "两 二 双 数 2",
    },
    negative=("不能", "不会", "不可", "不得", "无法", "不是"),
    numbers=tuple("零一二三四五六七八九十"),
    terms_deck=_("Terms in Chinese"),
)  # fmt: skip
SIMPLIFIED = replace(
    CHINESE,
    code="zh-hans",
    name=_("Chinese, simplified"),
    tag="zh-Hans",
    aliases=("chinese simplified", "cn", "zhs", "zh_cn", "zh-cn"),
)
TRADITIONAL = replace(
    CHINESE,
    code="zh-hant",
    name=_("Chinese, traditional"),
    tag="zh-Hant",
    script="Hant",
    cards="zh-hant",
    aliases=("chinese traditional", "zht", "zh_tw", "zh-tw"),
)
