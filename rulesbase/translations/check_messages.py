"""Messages for the findings of the translation checks."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from rulesbase.engine.checks.types import Check, CheckResult
from rulesbase.models.terminology import CHECK_LABELS

_SENTENCES = {
    "control": gettext_noop("The text contains control characters. Remove them."),
    "bidi": gettext_noop(
        "The text contains characters that reverse the writing direction. They can hide part of the text. Remove them."
    ),
    "invisible": gettext_noop("The text contains invisible characters, such as joiners or soft hyphens. Remove them."),
    "markup": gettext_noop("The text contains web page markup. Rule texts are plain text. Remove the markup."),
    "own-number": gettext_noop(
        "The text begins with the number %(number)s. Remove it: the page already shows the number."
    ),
    "other-references": gettext_noop("The text cites %(adds)s, but the English cites %(lacks)s."),
    "references-missing": gettext_noop("References missing from the translation: %(lacks)s."),
    "references-added": gettext_noop("References that the English does not have: %(adds)s."),
    "symbols-spelled": gettext_noop("Write symbols as in the English: %(symbols)s."),
    "other-symbols": gettext_noop("The translation has %(adds)s where the English text has %(lacks)s."),
    "symbols-missing": gettext_noop("Symbols missing from the translation: %(lacks)s."),
    "symbols-added": gettext_noop("Symbols that the English does not have: %(adds)s."),
    "other-digits": gettext_noop("The text has the number %(adds)s, but the English has %(lacks)s."),
    "digits-missing": gettext_noop("Numbers missing from the translation: %(lacks)s."),
    "digits-added": gettext_noop("Numbers that the English does not have: %(adds)s."),
    "examples": gettext_noop("Examples in the English text: %(english)s. Examples in the translation: %(own)s."),
    "empty": gettext_noop("The text is empty."),
    "long": gettext_noop("The text is long: %(percent)s %% of the length of the English text. Usual: %(usual)s %%."),
    "short": gettext_noop("The text is short: %(percent)s %% of the length of the English text. Usual: %(usual)s %%."),
    "sentences": gettext_noop("Sentences are missing: the English text has %(english)s, the translation has %(own)s."),
    "sentences-added": gettext_noop(
        "Too many sentences: the English text has %(english)s, the translation has %(own)s."
    ),
    "no-stop": gettext_noop("The English ends with “%(sign)s”, but the translation does not."),
    "heading-part": gettext_noop(
        "The English heading has no “%(part)s”. If these words are the title of a web page, remove them."
    ),
    "space-in-words": gettext_noop("Remove the space between two letters. This language does not use spaces."),
    "space-after-sign": gettext_noop("Remove the space after a full-width sign."),
    "brackets": gettext_noop("Unpaired bracket or quotation mark: %(signs)s"),
    "quotes": gettext_noop("Use the quotation marks of this language: %(own)s, not %(signs)s."),
    "apostrophe": gettext_noop("The text has a straight apostrophe. French uses ’."),
    "word-twice": gettext_noop("The word “%(word)s” appears twice in a row."),
    "sign-twice": gettext_noop("“%(sign)s” appears twice in a row."),
    "space-before": gettext_noop("There is an ordinary space before “%(sign)s”. French uses a no-break space."),
    "no-space-before": gettext_noop("There is no space before “%(sign)s”. French uses a no-break space."),
    "space-inside": gettext_noop("French uses narrow no-break spaces inside « »."),
    "space-before-point": gettext_noop("There is a space before a full stop or comma."),
    "full-width": gettext_noop("Write letters and digits half-width (A, 1), not full-width (Ａ, １): %(signs)s"),
    "half-width-kana": gettext_noop("Use full-width katakana: %(signs)s"),
    "half-width-sign": gettext_noop("After Japanese text, use full-width punctuation: %(signs)s"),
    "mixed-brackets": gettext_noop("The text mixes full-width and half-width brackets."),
    "card-in-english": gettext_noop(
        "In this language, the printed name of %(card)s is %(printed)s. Use the printed name."
    ),
    "card-other": gettext_noop(
        "The translation does not name the card %(card)s. Its printed name in this language is %(printed)s."
    ),
    "term": gettext_noop("The agreed word for “%(term)s” is “%(agreed)s”."),
    "term-missing": gettext_noop("The English has “%(term)s”, but the translation does not have “%(name)s”."),
    "term-added": gettext_noop("The translation has “%(name)s”, but the English does not have “%(term)s”."),
    "in-english": gettext_noop("The text is in English, not translated."),
    "rest": gettext_noop("Words left in English: %(words)s"),
}
# What readers see of an error in an imported text; the codes of other errors concern translators alone.
_DOUBTS = {
    "other-references": gettext_noop("the translation cites %(adds)s, but the English cites %(lacks)s"),
    "references-missing": gettext_noop("the translation does not cite %(lacks)s"),
    "references-added": gettext_noop("the translation cites %(adds)s, but the English does not"),
    "other-symbols": gettext_noop("the translation has %(adds)s, but the English has %(lacks)s"),
    "symbols-missing": gettext_noop("the translation lacks %(lacks)s"),
    "symbols-added": gettext_noop("the translation has %(adds)s, but the English does not"),
    "other-digits": gettext_noop("the translation has %(adds)s, but the English has %(lacks)s"),
    "digits-missing": gettext_noop("the translation lacks the number %(lacks)s"),
    "sentences": gettext_noop("a sentence is missing from the translation"),
    "sentences-added": gettext_noop("the translation has a sentence that the English does not"),
    "heading-part": gettext_noop("the English heading has no “%(part)s”"),
    "term-missing": gettext_noop("the translation lacks the term “%(term)s”"),
    "term-added": gettext_noop("the translation has the term “%(term)s”, but the English does not"),
    "in-english": gettext_noop("the text is in English, not translated"),
    "empty": gettext_noop("there is no translated text"),
}


def concerns_readers(found: CheckResult) -> bool:
    """Return whether an error may change what a text says; brackets and the like concern translators alone."""
    return found.code in _DOUBTS


def doubt_message(found: CheckResult) -> str:
    """Return the message for readers about an error in an imported text; empty if it does not concern them."""
    return _(_DOUBTS[found.code]) % found.values if found.code in _DOUBTS else ""


def check_name(check: str) -> str:
    """Return the name of a check in the language of the page."""
    return str(CHECK_LABELS[Check(check)])


def finding_message(found: CheckResult) -> str:
    """Return the message of a finding in the language of the page."""
    return _(_SENTENCES[found.code]) % found.values


def refusal_message(code: str) -> str:
    """Return why a text cannot be stored; ``code`` comes from ``forbidden``."""
    return _(_SENTENCES[code])
