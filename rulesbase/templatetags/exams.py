"""Write topics and times on the pages of exams."""

from django import template
from django.utils.translation import gettext as _

from rulesbase.study.exams.draw import GLOSSARY, NAMES, WRITTEN

register = template.Library()


@register.simple_tag
def topic_label(topic: str) -> str:
    """Return the name of an exam topic; a chapter by its number, a tag unchanged."""
    labels = {
        "": _("All of the rules"),
        NAMES: _("Names"),
        WRITTEN: _("Questions written by users"),
        GLOSSARY: _("Glossary"),
    }
    if topic in labels:
        return labels[topic]
    if topic.isdigit():
        return (_("Section %(number)s") if len(topic) == 1 else _("Chapter %(number)s")) % {"number": topic}
    return topic


@register.filter
def clock(milliseconds: int) -> str:
    """Format a duration in milliseconds as minutes and seconds: 3:07."""
    minutes, seconds = divmod(round(milliseconds / 1000), 60)
    return f"{minutes}:{seconds:02d}"
