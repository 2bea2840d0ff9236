"""Words and times on the pages of tests."""

from django import template
from django.utils.translation import gettext as _

from rulesbase.study.exams.draw import GLOSSARY, NAMES, WRITTEN

register = template.Library()


@register.simple_tag
def topic_word(topic: str) -> str:
    """What a test is about, in words; a chapter by its number, a tag as it is."""
    words = {"": _("All of the rules"), NAMES: _("Names"), WRITTEN: _("Written questions"), GLOSSARY: _("Glossary")}
    if topic in words:
        return words[topic]
    if topic.isdigit():
        return (_("Section %(number)s") if len(topic) == 1 else _("Chapter %(number)s")) % {"number": topic}
    return topic


@register.filter
def clock(thousandths: int) -> str:
    """A stretch of time as minutes and seconds: 3:07."""
    minutes, seconds = divmod(round(thousandths / 1000), 60)
    return f"{minutes}:{seconds:02d}"
