"""Chinese: the rules, and the simplified and traditional forms on cards."""

from dataclasses import replace

from rulesbase.engine.languages.attributes import (
    ChangeWords,
    DateWords,
    DocumentWords,
    Meaning,
    PageWords,
    TextLanguage,
    numbers_from_two,
)
from rulesbase.engine.messages import gettext_noop as _

# Not behind a negation.
_NOT = "(?<!不)(?<!不[得能会可])"

CHINESE = TextLanguage(
    code="zh",
    name=_("Chinese"),
    own_name="中文",
    alpha_3="zho",
    script="Hans",
    cards="zh-hans",
    document=DocumentWords(
        introduction=("前言", "简介", "介绍"),
        contents=("目录",),
        glossary=("词汇表", "术语表", "名词解释", "词汇"),
        index=("索引",),
        credits=("制作人员名单", "版权信息", "制作人员", "制作群", "鸣谢"),
    ),
    example=r"例(?:如|子|題|示)?\s*[0-9０-９一二三]?",
    dates=DateWords(effective=r"\d{4}\s*年\s*\d{1,2}\s*月\s*\d{1,2}\s*日[^\n]{0,12}(?:发?起?生效|起)"),
    pages=PageWords(
        columns={"heading": "标题 术语 名称", "text": "文本 译文 翻译 内容", "examples": "例子"}
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
    meanings={
        "not": Meaning(
            "不",
            "[不没无未勿非]",
            "不[同论管止只仅但分利灭断良少]|未来|未知|未开封|无[论色穷尽关]|无区别|非[瑞官]|除非|只能|空"
            "|不变|否(?=[。，；”])|[以之除]外",
        ),
        "at least": Meaning(
            "至少",
            f"至少|或(?:更多|更[大高]|以上)|{_NOT}(?:[大多高]于|超过)|不[得能会可]?[少小低]于",
            "以上|更[多大高]|[多数][个张位种次点]|复数|任意|起码|不[止只]|较.{0,4}大",
        ),
        "at most": Meaning(
            "至多",
            f"至多|或(?:更少|更[小低]|以下)|{_NOT}[少小低]于|不[得能会可]?(?:超过|[大多高]于)",
            "以下|最多|更[少小低]|不足|未满|较.{0,4}[小少低]|比.{1,4}[小少低]",
        ),
        "second": Meaning("第二", "第二"),
        "third": Meaning("第三", "第三"),
        "front face": Meaning("正面", "正面", "正面朝|[个每牌]面|前面"),
        "back face": Meaning("背面", "背面", "背面朝|[个每牌]面|反面"),
        "or equal": Meaning("等于", possible="等于|至[少多]|相等"),
        "may": Meaning("可以", possible="[可能得会愿选许若要想需]|是否"),
        "must": Meaning("必须", possible="须|必|一定|需|只能|不得"),
        "until": Meaning("直到", possible="直|前|等到|为止|持续到"),
        "random": Meaning("随机", possible="随机"),
        "left": Meaning("左", possible="[左留剩离余]"),
        "right": Meaning("右", possible="[右正权]"),
        "top": Meaning("顶", possible="[顶上]"),
        "bottom": Meaning("底", possible="[底下]"),
        "next": Meaning("下一个", possible="[下接次旁]|之后"),
        "only": Meaning("只", possible="[只仅唯才除限均都独单必须便就]|不[能得]"),
        "any number": Meaning("任意数量", possible="任[意何]|所有|多少|若干|不限|[几每]"),
        "blocked": Meaning("被阻挡", possible="[被受遭未]|不可"),
        "command zone": Meaning("统帅区", possible="统帅"),
        "keyword action": Meaning("关键字动作", possible="关键字[动行]"),
        "owner": Meaning("拥有者", possible="拥有|所有者|自己"),
        "token": Meaning("衍生物", possible="衍生|[它其]"),
        "permanent": Meaning("永久物", possible="永久物|[它其]|战役|鹏洛客"),
        "automatically": Meaning("自动", possible="自动|自然"),
        "immediately": Meaning("立即", possible="[立即接]|马上"),
        "simultaneously": Meaning("同时", possible="同时|一[起同并]"),
        "previously": Meaning("先前", possible="[前先曾原已过]|以往"),
        "directly": Meaning("紧接", possible="[紧接直]|立刻"),
        "at the beginning": Meaning("开始时", possible="[始初]|开头"),
        "this turn": Meaning("本回合", possible="回合"),
        "additional": Meaning("额外", possible="额外|附加|追加|补充|[更另再外多]|其他"),
        "total": Meaning("总", possible="[总共加]|合计|生命"),
        "normal": Meaning("正常", possible="[常般]|普通|原[本来]|本[应来]"),
        "casual": Meaning("休闲", possible="休闲"),
        "traditional": Meaning("传统", possible="传统"),
        "as though": Meaning("视同", possible="[视如像若般当]|作为|等同"),
        "rather than": Meaning("而非", possible="[而改不非替代]|之外"),
        "face up": Meaning("牌面朝上", possible="[朝向]上|正面|翻开"),
        "hand": Meaning("手牌", possible="手"),
        "type": Meaning("类别", possible="[类种]"),
        "mutated": Meaning("合变", possible="合变"),
        "as long as": Meaning("只要", possible="只要|当|期间|[若时]"),
        **numbers_from_two("二三四五六七八九十"),
        "two": Meaning("两", possible="[两二双数2２]"),
    },
    nouns={
        "card": Meaning("牌", "(?<![套手备智])牌(?![手库面池堆组])", "[抓弃磨洗]牌"),
        "spell": Meaning("咒语", "咒语"),
        "permanent": Meaning("永久物", "永久物"),
        "creature": Meaning("生物", "(?<!衍)生物"),
        "object": Meaning("物件", "物件"),
    },
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
