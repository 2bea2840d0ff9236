"""Format numbers: with separators in text, with a decimal point in SVG."""

from django import template

from rulesbase.core.number_format import figure
from rulesbase.core.svg import percent

register = template.Library()
register.filter(figure)
register.filter(percent)
