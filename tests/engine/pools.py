"""What small things are drawn from: words, numbers, lines and signs, most of them at the edge of what is usual."""

import datetime

DAY = datetime.date(2015, 3, 1)
NUMBERS = """1 100 101 101.1 101.1a 101.1b 101.2 101.3a 101.10 201 201.1 201.3 201.3b 205.1 404.3 704.5k 900.1
901.4""".split()
WRITTEN = ("{0}. {1}", "{0} {1}", "{0}.{1}", "- {0} {1}", "Rule {0}: {1}", "**{0}** {1}", "  {0}. {1}", "{0}\n{1}",
    "{1} {0}.",
           "{0}. {1} 101.2. {1}", "<b>{0}.</b> {1}", "CR {0} {1}", "{0}) {1}", "{0}.a {1}", "{0}，{1}",
           "#{0} {1}", "{0}ab {1}", "{0} a {1}", "{0}. a {1}", "{0}*. {1}")  # fmt: skip
SENTENCES = (
    "A ferry waits.", "A ferry waits here.", "A ferry waits for whoever has paid the toll at the gate.", "Tolls",
    "See rule 101.2.",
    "Whoever pays twice rides twice, and whoever",
    "If two ferries meet, the slower one (see rule 201.3b) turns back.", "Oars {T}:",
    "A bell rings at 10.30 and 11.15 on each of the 3 piers.", "渡し船は料金を払った者を待つ。", "鐘が鳴る",
    "渡船在门口等候。", "渡し船（わたしぶね）は料金（りょうきん）を待つ。",
    "Le bac attend quiconque a payé le péage de la porte.", "Une cloche sonne : « trop tard » !",
    "“Ferry” means a _slow_ boat.", "",
    "Example: A gull flies over two boats.", "It is one of the following:", "1. First of all. 2. And then.",
)  # fmt: skip
LINES = (
    "", " ", "Glossary", "Credits", "Contents", "Introduction", "Example: A gull flies.", "Examples: Two gulls fly.",
    "-----", "Page 3", "12", "a",
    "    An indented line goes on.", "Dear clerk,", "[edit]", "<p>A paragraph</p>", "101. Tolls", "1. Ferries", "2",
    "例：一羽のカモメが飛ぶ。",
    "These rules are effective as of May 4, 2015.", "Ferries - MTG Wiki",
    "and so the sentence of the line above goes on.", "(c) 2015",
    "102. Oars*", "**103. Nets**", "Toll\nTo pay at a gate. See rule 101.", "101.2", "Home | About | Search",
    "Lantern, Lamp",
    "1. Coins.\n2. To pay them.", "tion",
)  # fmt: skip
HEADS: tuple[tuple[str, ...], ...] = (
    (), ("Sample Comprehensive Rules", "These rules are effective as of May 4, 2015."), ("Introduction", "A text."),
    ("Ferries - MTG Wiki", "Some words.", "1. Ferries", "101. Tolls"), ("Règles complètes",
    "en vigueur à partir du 4 mai 2015"),
    ("Contents", "1. Ferries", "101. Tolls", "Glossary", "Credits"), ("総合ルール", "2015年5月4日から有効"),
    ("Dear clerk,",),
    ("A long first line that has nothing to do with any rule and goes on for more than one hundred and twenty letters, "
     "as nobody has told its author to stop.", "Comprehensive Rules"),
)  # fmt: skip
TAILS: tuple[tuple[str, ...], ...] = (
    (), ("Glossary", "Ferry\nA slow boat.", "Toll\n1. Coins.\n2. To pay them.", "Credits", "Clerks."), ("Credits",
    "Clerks."),
    ("Glossary", "Ferry", "A slow boat. See rule 101.1.", "Obsolete", "A boat."), ("Yours, Ann",), ("Index",
    "Ferry 101.1", "Credits"),
    ("用語集", "渡し船", "遅い船。"), ("Glossaire", "Bac", "Un bateau lent."),
)  # fmt: skip
COLUMNS = (("number", "text", "english"), ("Rule", "Translation", "English"), ("番号", "訳文", "原文"), ("a", "b", "c"),
           ("numéro", "texte", "anglais"), ("number", "heading", "text"), ("text", "number", "note"), ("number",
           "english", "examples"))  # fmt: skip
UNITS = (
    ('<unit id="{0}"><segment><source>{1}</source><target>{2}</target></segment></unit>',
     '<xliff version="2.0" trgLang="de-AT"><file id="f">{}</file></xliff>'),
    ('<trans-unit id="{0}"><source>{1}</source><target>{2}</target></trans-unit>',
     '<xliff version="1.2"><file target-language="fr" original="2011-02-04"><body>{}</body></file></xliff>'),
    ('<unit id="k" name="{0}"><notes><note>see {0}</note></notes><segment><source>{1}</source>'
     "<target>{2}</target></segment></unit>",
     '<xliff version="2.0" trgLang="fr"><file id="f">{}</file></xliff>'),
    ('<tu tuid="k{0}"><prop>{0}</prop><tuv xml:lang="en"><seg>{1}</seg></tuv>'
     '<tuv xml:lang="fr"><seg>{2}</seg></tuv></tu>',
     '<?xml version="1.0"?><!-- x --><tmx version="1.4"><header/><body>{}</body></tmx>'),
)  # fmt: skip
_EN = """a the ferry waits, for whoever’s “toll” is (see rule 101.1) paid. rule 205.3a then 3 coins {W} and another
ferry waits to the gate; that’s its owner. If so, its lantern burns twice— pays 1 spell permanent play cards""".split()
_FR = "le bac attend l’ un d’eau « péage » payé, règle 101.1 puis si 3 pièces des les œuvre é à".split()
_JA = "渡 し 船 は カ ー ド を 引 く 。 、 料金 「 」 101.1 の に ライブラリー 3 （ ） プレイ 待つ".split()
_ZH = "渡 船 等 候 。 ， 牌 库 抓 一 张 101.1 的 和 （ ） 3".split()
TONGUES = (("en", _EN, " "), ("en", _EN, " "), ("fr", _FR, " "), ("ja", _JA, ""), ("zh", _ZH, ""))
CITED = ("rule ", "Rules ", "section ", "CR ", "704.5k", "704.5a-c", "702", "704.5", " and ", " or ", ", ", "–",
    " to ", ". ", "(", ")", "7", " 2 ",
         "as of ", "May 4, 2015", "2015-05-04", "4 mai 2015", "2015年5月4日", "May 2015", "règle ", "ルール", "$",
         "See ",
         "x", "@", "704.5l", "2011/9/30",
         " through ", "1000.1", "'s", "\n", "since 2011")  # fmt: skip
MARKS = ("[704.5k]", "[704.5k@2019-01-25]", "[[Great Elk]]", "[[", "]]", "[704]", "[x]", "_", "__", "*", "\n", " ",
    "a, b", "C-d", "e f", "* ", "\r\n",
         "<b>", "\u200b", "\u202e", "é", "[704.5k@2019-13-25]", "{W}", "\\", "- ", "tag", ";", "一")  # fmt: skip
ENGLISH = "a ferry waits {W} {2/U} 3 two Great Elk (rule 101.1) pays “so” 205.3a coins. If it’s ten chapter 702".split(
    " "
)
TRANSLATED = {
    "fr": "le bac barque {W} ｛w｝ 3 deux trois Grand cerf (règle 101.1) « oui » «non» “bon” l'eau"
    " l’eau : ; ! 205.3a 101.2 ferry waits le le [ ) — 702 \u200b <b> 1,5 10".split(" "),
    "ja": '渡 し船 は {W} 3 ３ Ａ ｶﾅ カナ （ ） ( ) 「 」 『 " 101.1 ルール 205.3a 。 、 . , をを 二 ferry'
    " 101.2 ！ ! 702 章".split(),
    "zh": "渡 船 等 {W} 3 （ ） ( 「 “ ” 规则 101.1 205.3a 。 ， 的的 两 ferry 十 101.2 702".split(),
}
NAMED = """Elk Great Ferry of the Deep Oar Élan Sun Moon Jötun Æther Tide Watch Fire Ice Ferries Elks Suns
Jace Sculptor""".split()
FOREIGN = ("", " des eaux", "の渡し", "火", "（ひ）", " d'eau", "、夜", " (Sun)")
OBJECTS = ("Elk", "Great Elk", "@", ",", ";", "+", " ", "token", "facedown", "face-down", "left", "battlefield",
    "also=Oar", "set=", "sticker=Big", "//",
           "a ", "copy", "chosen", "unlocked-left", "locked", "flavor=Sun", "(", ")", "emblem", "in-the-",
           "graveyard", "named ", "{", "}")  # fmt: skip
TYPES = ("Creature — Elk", "Legendary Creature — Elf", "Instant", "Basic Land — Forest", "Artifact — Vehicle", "Land",
    "", "Kindred Sorcery — Elf", "Token",
         "Enchantment — Aura")  # fmt: skip
COSTS = ("", "{0}", "{G}", "{2}{G}", "{X}{R}", "{W/U}{2/W}", "{HW}{1}", "{G/P}", "{10}")
RULED = ("", "Devoid", "Elk is colorless.", "This creature is colorless.", "Oar is colorless.", "Flying\ndevoid (x)")
QUALITIES = ("nonland", "creature", "or", "and", ",", "not", "legendary", "red", "green", "colorless", "mana value",
    "3", "or less", "or greater", "2",
             "artifact", "permanent", "basic", "non-", "elk", "multicolored", "monocolored", "even", "odd",
             "equal to", "with", "card", "X", "less than",
             "nonbasic", "noncreature", "spell", ";", "power")  # fmt: skip
