"""Differences between two texts, for people: the only place that writes <ins> and <del>.

The words for screen readers stand in the language of the text, not of the page: they are read with its voice.
"""

from django import template

from rulesbase.core.diff_html import difference, plain_difference

register = template.Library()
register.simple_tag(difference)
register.simple_tag(plain_difference)
