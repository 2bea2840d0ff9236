"""Characters that were lost before a text came here: null bytes, halves of characters, what no decoder could read."""

from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from rulesbase.engine.text.unstorable import LOST

LOST_ON_THE_WAY = _("A character was lost on the way: � stands for it. Type it again, or take it out.")
# For fields of words to look for: nothing has such a sign.
without_lost = RegexValidator(LOST, LOST_ON_THE_WAY, "lost", inverse_match=True)
