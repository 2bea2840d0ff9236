"""Write the difference of two texts with <ins> and <del>.

The labels for screen readers are in the language of the text, not of the page.
"""

from django import template

from rulesbase.core.diff_html import difference, plain_difference

register = template.Library()
register.simple_tag(difference)
register.simple_tag(plain_difference)
