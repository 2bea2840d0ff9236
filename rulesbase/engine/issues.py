"""The sentences of ``Issue.problem``. They are stored in English; pages find them again and translate them."""

import re
from enum import StrEnum
from functools import cache

from rulesbase.engine.messages import Message
from rulesbase.engine.messages import gettext_noop as _

_GAP = re.compile(r"%\((\w+)\)s")


class Problem(StrEnum):
    """What is wrong at a line of a source, and what was done about it: ``Problem.NO_TEXT % {"number": "201.3"}``.

    Each gap has its own name. A gap whose name ends in ``date`` takes an ISO date, which pages write out.
    """

    # Numbers.
    FULL_STOP_AFTER_LETTER = _("The number has a full stop after its letter. It was read as %(number)s.")
    NO_FULL_STOP = _("The number has no full stop at its end. It was read as %(number)s.")
    NO_SPACE_AFTER_NUMBER = _("The number has no space after it. It was read as %(number)s.")
    SPACE_IN_NUMBER = _("The number has a space inside. It was read as %(number)s.")
    TWO_LETTERS = _("The number has two letters. It was read as %(number)s.")
    CAPITAL_LETTER = _("The number has a capital letter. It was read as %(number)s.")
    ONLY_A_LETTER = _("The number has only a chapter and a letter. It was read as %(number)s.")
    PRINTED_AS = _("Printed as %(number)s, read as %(meant)s.")
    REPEATED_NUMBER = _("Number %(number)s is also in line %(line)s.")
    REPEATED_HEADING = _("The heading of %(number)s appears again here. Only its first appearance was used.")
    OUT_OF_ORDER = _("Number %(number)s is out of order.")
    # Texts of rules.
    NO_TEXT = _("Rule %(number)s has no text.")
    CUT_OFF = _("The text of %(number)s ends after its first word. The text is probably cut off.")
    INSIDE_LINE = _("Rule %(number)s was inside the line of %(before)s. It was read as a separate rule.")
    NO_NUMBER = _("This paragraph has no number. It was added to %(number)s.")
    SHORT_LINE = _("This line has only one or two characters. It was added to %(number)s.")
    EMPTY_LINE_BEFORE_EXAMPLE = _("This example comes after an empty line. It was added to %(number)s.")
    TEXT_AFTER_EXAMPLES = _("This text of %(number)s comes after its examples. It was moved before them.")
    NOT_RULES = _("The text from this line to the next number is not part of the rules, so it was left out.")
    # The glossary.
    NOT_IN_GLOSSARY = _("The text from this line to the next term is not part of the glossary, so it was left out.")
    PARAGRAPH_OF_TERM = _("This paragraph is separated from its term. It was added to “%(term)s”.")
    NO_DEFINITION = _("The term “%(term)s” has no definition.")
    NO_LINE_BETWEEN_TERMS = _(
        "There is no empty line between “%(before)s” and “%(term)s”. They were read as two terms."
    )
    OTHER_PARAGRAPH_COUNT = _(
        "This term has different numbers of paragraphs in the two languages. Check whether text is missing."
    )
    # The whole file.
    INVALID_BYTES = _("Some bytes in this line are not valid in the encoding of the file. Their characters are lost.")
    CONTROL_CHARACTERS = _("Control characters were removed: %(count)s.")
    WRONG_CHARACTERS = _(
        "This line has wrong characters from an earlier conversion of the file. They were not corrected."
    )
    UNREADABLE_CHARACTERS = _("Characters that cannot be read were left out: %(characters)s.")
    MORE_UNREADABLE_CHARACTERS = _("Characters that cannot be read were left out: %(characters)s and others.")
    UNREADABLE_LINES = _("More lines with characters that cannot be read: %(count)s. The characters were left out.")
    READINGS = _("Readings in brackets (furigana) were removed: %(count)s.")
    COLUMNS_MIXED = _(
        "Two columns are mixed here and could not be separated. Rule numbers found inside the lines: %(numbers)s."
    )
    COLUMNS_SEPARATED = _(
        "Two columns were mixed here and were separated. Rule numbers found inside the lines: %(numbers)s."
    )
    CHAPTERS_MISSING = _(
        "The contents list mentions chapters that the file does not have: %(numbers)s. The file may be incomplete."
    )
    MORE_CHAPTERS_MISSING = _(
        "The contents list mentions chapters that the file does not have: %(numbers)s and others. The file may be "
        "incomplete."
    )
    CREDITS_MISSING = _("The contents list mentions credits, but the file has none. The file may be incomplete.")
    SECTION_MISSING = _("The contents list mentions this section, but the text does not have it.")
    OTHER_TITLE = _("The contents list has another title for this section. The title in the text was used.")
    DATE_OF_NAME = _("The text has no date. The date in the file name was used: %(date)s.")
    OLDER_DATE = _(
        "The text has the date %(stated_date)s but lists changes of %(change_date)s. The date in the file name was "
        "used: %(date)s."
    )
    OTHER_DATE = _("The file name has another date: %(date)s. The date in the text was used.")
    # Tables and translation units.
    ROW_WITHOUT_NUMBER = _("This row has no rule number. It was left out.")
    OTHER_COLUMNS = _("These columns were not imported: %(columns)s.")
    UNIT_WITHOUT_NUMBER = _("This translation unit has no rule number. It was left out.")
    NO_TRANSLATION = _("%(number)s has no translation. It was left out.")
    # Why an entry of a translation is not matched with the English text.
    NO_ENGLISH = _("There is no English edition yet to match this text with.")
    NOT_IN_ENGLISH = _("The English text has no %(number)s.")
    ENTRY_AGAIN = _("%(number)s appears again here. Only its first appearance was matched with the English text.")
    STILL_ENGLISH = _("The text of %(number)s is still in English.")
    OTHER_RULE_INSIDE = _(
        "The text of %(other)s is inside the text of %(number)s. Two columns of the file are probably mixed."
    )
    MIXED_COLUMNS = _("%(number)s may have words of another column, because the columns of this file are mixed.")
    OTHER_TEXT = _(
        "The references and the length of %(number)s differ from the English. This is probably the text "
        "of another rule."
    )
    TITLE_OF_PAGE = _(
        "The heading of %(number)s is also the heading of other rules or terms. This heading is "
        "probably the title of a page or section."
    )
    HEADING_IN_CAPITALS = _("The heading of %(number)s is in capitals. It is probably the title of a web page.")
    EXAMPLE_NOT_IN_ENGLISH = _("In %(number)s, example %(position)s matches no English example.")
    TERM_WITH_UNCLEAR_REFERENCES = _(
        "The rule numbers in the definition of this term do not show which English term it translates."
    )
    TERM_WITHOUT_REFERENCES = _(
        "This term has no references, and its place in the glossary does not show which English term it translates."
    )
    # Why the match of an entry with the English text is uncertain.
    TERM_OUT_OF_ORDER = _(
        "“%(term)s” was matched with an English term because of its references, but its place in the glossary fits a "
        "different English term."
    )
    OTHER_REFERENCES = _("“%(name)s” cites %(adds)s, but the English text cites %(lacks)s.")
    REFERENCES_ADDED = _("“%(name)s” cites %(adds)s, but the English text does not.")
    REFERENCES_MISSING = _("“%(name)s” does not cite %(lacks)s, but the English text does.")
    OTHER_SYMBOLS = _("The symbols in “%(name)s” differ from those in the English text.")
    OTHER_EXAMPLE_COUNT = _("Examples in “%(name)s”: %(count)s. Examples in the English text: %(english_count)s.")
    MUCH_LONGER = _("“%(name)s” is unusually long compared with the English text.")
    MUCH_SHORTER = _("“%(name)s” is unusually short compared with the English text.")
    # Corrections in the preview of an import.
    REMOVED_BY_HAND = _("“%(name)s” was left out by hand.")
    CORRECTED_BY_HAND = _("“%(name)s” was corrected by hand.")
    RENAMED_BY_HAND = _("“%(name)s” was corrected by hand. It is now “%(new_name)s”.")
    ADDED_BY_HAND = _("“%(name)s” was added by hand.")


def message_of(problem: str) -> Message | None:
    """Return the message of a stored sentence with its values; None for a sentence of an earlier release."""
    for sentence, pattern in _patterns():
        if match := pattern.fullmatch(problem):
            return Message(sentence, match.groupdict())
    return None


@cache
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    """Return the sentences with their patterns, longest first: “%(numbers)s and others” before “%(numbers)s”."""
    found = []
    for sentence in sorted((problem.value for problem in Problem), key=len, reverse=True):
        # Every second part is the name of a gap.
        parts = _GAP.split(sentence)
        pattern = "".join(f"(?P<{part}>.*)" if at % 2 else re.escape(part) for at, part in enumerate(parts))
        found.append((sentence, re.compile(pattern, re.DOTALL)))
    return found
