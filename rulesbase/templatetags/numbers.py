"""Format numbers: with separators in text, with a decimal point in SVG."""

from django import template

from rulesbase.core.numbers import figure, percent

register = template.Library()
register.filter(figure)
register.filter(percent)
