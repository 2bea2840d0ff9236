"""Figures: with separators for people, with a point for pictures whatever the language."""

from django import template

from rulesbase.core.numbers import figure, percent, px

register = template.Library()
register.filter(figure)
register.filter(percent)
register.filter(px)
