"""English, the language of the original. Its document words and symbols are the defaults of the table."""

from collections.abc import Iterator

from rulesbase.engine.languages.attributes import DateWords, Meaning, PageWords, TextLanguage, words
from rulesbase.engine.messages import gettext_noop as _


def _forms(name: str) -> Iterator[str]:
    yield name
    if name.endswith("y") and name[-2:-1] not in "aeiou":
        yield name[:-1] + "ies"
    elif name.endswith(("s", "x", "ch", "sh")):
        yield name + "es"
        if len(name) > 7 and name.endswith("s") and not name.endswith(("ss", "us", "is")):
            yield name[:-1]
    else:
        yield name + "s"


_NEGATION = r"(?:\w+n[’']t|not|no|never|cannot|neither|none|nothing|without)"
_MORE, _LESS = "(?:more|greater|larger|higher)", "(?:less|fewer|fewest|lower|smaller)"
# These words always have their meaning.
_EXACT = (
    "or equal", "must", "until", "left", "right", "top", "bottom", "next", "as long as",
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
)  # fmt: skip
# So do these, but a translation names them once in a sentence, however often the English does.
_ONCE = {
    "random": r"random\w*",
    "only": "(?<!not )only(?! as much)",
    "any number": "any number",
    "blocked": r"(?:be|becomes?|been|being|is|was|are|were|it[’']s) blocked",
    "command zone": "command zones?",
    "keyword action": "keyword actions?",
    "owner": "owners?",
    "token": "tokens?",
    "permanent": "permanents?",
    "automatically": "automatically",
    "immediately": r"immediately(?! (?:next|follow))",
    "simultaneously": "simultaneously",
    "previously": "previously",
    "directly": "directly (?:after|before|next to)",
    "at the beginning": "at the beginning of",
    "this turn": "this turn",
    "additional": "additional",
    "total": "total",
    "normal": "normal(?:ly)?",
    "casual": "casual",
    "traditional": "traditional",
    "as though": "as though",
    "rather than": "rather than",
    "face up": "face[- ]up",
    "hand": "(?<!-)(?<!other )hands?",
    "type": "types?",
    "mutated": "mutated",
}

ENGLISH = TextLanguage(
    code="en",
    name=_("English"),
    own_name="English",
    alpha_3="eng",
    aliases=("english",),
    and_words=("and",),
    example="Examples?",
    dates=DateWords(
        months=(
            "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
            "november", "december",
        ),
        short_months=("jan", "feb", "mar", "apr", "", "jun", "jul", "aug", "sept sep", "oct", "nov", "dec"),
        ordinal="st|nd|rd|th",
        effective=r"(?:effective|current)\s+as\s+of\s+[^\n]{6,40}",
        labels=("US", "EN", "UK"),
        links=("as of", "effective", "dated", "of", "from", "in"),
        openers=("version", "since", "the"),
        closers=("rules", "version"),
    ),
    pages=PageWords(
        edit="edit",
        quoted=r"from [\w ]{0,20}wiki\b",
        feet=(
            r"\[edit\b", r"copyright\b", r"(?:back to|go to) (?:the )?top\b", r"retrieved from\b",
            r"share (?:this|on)\b", r"leave a (?:comment|reply)",
        ),
        greetings="dear|hi|hello|hey|greetings|(?:best |kind )?regards|best wishes|yours|cheers|thanks",
        errors="error|not found|forbidden|unavailable|denied",
        page=r"page|p\.",
        page_of="of",
        columns={
            "heading": "heading title term",
            "text": "text translation wording target",
            "examples": "example examples",
        },
    ),
    obsolete="obsolete",
    sorts_terms=False,
    rule="rule",
    rules="rules",
    places=("sections?", "chapters?"),
    articles=("the",),
    joins=("and", "or"),
    ranges=("to", "through", "thru"),
    cites=("(?i:rule)", "(?i:rules)", r"\band"),
    stemmer="english",
    common=tuple("the of is and that its player with are or".split()),
    joining=words(
        "a an the of to in on at by for with from as or and nor but that if than so such into under over which who"
        " whose when"
    ),
    little=words(
        "this these those is are was were be been it its any then his her their they he she has have had do does"
    ),
    unsearched=words(
        """a an and are as at be been but by can could did do does for from had has have how i if in into is it its
        me my of on or s so t that the their them then there these they this those to was were what when where which
        while who whom whose why will with would you your"""
    ),
    asking=words("say says said read text mean meant rule number"),
    rulings_asked=r"^(?:the )?rulings? (?:of|for|on|about) | rulings?$",
    everyday=words("you your become becomes if unless instead when whenever at it may"),
    forms=_forms,
    changes_end=True,
    quotes="“”‘’",
    quote_pair=("“", "”"),
    twice=words("that had"),
    meanings={
        # Negations that "and" or a comma joins count once. Possible: what other languages may say with a negation.
        "not": Meaning(
            "not",
            rf"{_NEGATION}(?:[^.;:]{{0,99}}?(?:(?:\band|\bor|,)(?: \w+)?|\bbecause(?: \w+){{0,2}}) {_NEGATION})*",
            rf"{_NEGATION} (?:matter|forbidden|prohibited)"
            rf"|{_NEGATION} [^.;:]{{0,90}}?(?:except|unless|until|other than)"
            r"|(?:may|whether) or (?:may )?not|unless|until|except\w*|rather|instead|other than|opposed|regardless"
            r"|non-?\w+|un(?!der|it|iq)\w+|in(?:abil|valid|disting|defin|depend|elig)\w*|im(?:poss|mun)\w*|illegal\w*"
            r"|dis(?:obey|sat|reg|all)\w*|informal\w*|redundant|obsolete|exempt\w*|differ\w*|ignor\w*|reject\w*"
            r"|(?!colorless)\w{3,}less|free|at the expense"
            r"|(?:fail|prevent|prohibit|preclud|protect|remain|los[et]|stop|ceas|declin)\w*",
        ),
        "at least": Meaning(
            "at least",
            rf"at least|(?<!one )or {_MORE}|(?<!no )(?<!not ){_MORE} than(?! meets)|no (?:less|fewer) than",
            rf"one or more|any number|(?<!no )(?<!not ){_MORE}(?! than)|exceed\w*|excess|minimum",
        ),
        "at most": Meaning(
            "at most",
            rf"up to(?! determine)|or {_LESS}|at most|no more than|(?<!no ){_LESS} than",
            rf"(?<!no ){_LESS}(?! than)|(?<!at )least|only|(?:\w+n[’']t|not) [^.,;]*(?:exceed|more)",
        ),
        "second": Meaning(
            "second", possible=r"second\w*|two|twice|both|latter|other|next|remaining|beyond|alternative|2"
        ),
        "third": Meaning("third", possible="third|three|3"),
        "front face": Meaning("front face", r"front[- ]faces?", r"front(?![- ]face)|heads|face[- ]up|faces?|upward"),
        "back face": Meaning("back face", r"back[- ]faces?", r"back(?![- ]face)|tails|face[- ]down|faces?|downward"),
        "may": Meaning("may", r"(?<!or )may(?! (?:be|have|not)\b)"),
        **{word: Meaning(word, word) for word in _EXACT},
        **{word: Meaning(word, rf"(?:{sure})\b(?!.*\b(?:{sure})\b)") for word, sure in _ONCE.items()},
        "until": Meaning("until", r"until(?:[^.;:]{0,80}?\bor until)*"),
        # As a pronoun it names both things again: "the two need not be the same".
        "two": Meaning("two", "two", r"the two(?= (?:are|can|do|have|may|must|need)\b|[.,;])"),
    },
    nouns={
        "card": Meaning("card", "cards?"),
        "spell": Meaning("spell", "spells?"),
        "permanent": Meaning("permanent", "permanents?"),
        "creature": Meaning("creature", "creatures?", "attackers?|blockers?"),
        "object": Meaning("object", "objects?"),
    },
)  # fmt: skip
