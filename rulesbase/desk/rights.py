"""What actions on translations need: a role, and some a reason. The actions themselves check it."""

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from rulesbase.accounts.roles import REVIEW, TRANSLATE, may
from rulesbase.core.errors import Refused
from rulesbase.models import User

# By the name of the button in the editor.
ROLE_OF = {
    "save": TRANSLATE,
    "submit": TRANSLATE,
    "approve": REVIEW,
    "fix": TRANSLATE,
    "comment": TRANSLATE,
    "discard": TRANSLATE,
    "revert": TRANSLATE,
    "resolve": TRANSLATE,
    "return": REVIEW,
    "keep": REVIEW,
    "adopt": REVIEW,
    "withdraw": REVIEW,
}


def require_role(by: User, role: str, language: str) -> None:
    """Raise PermissionDenied if this person lacks the role in a language."""
    if not may(by, role, language):
        raise PermissionDenied


def require_reason(reason: str) -> None:
    """Refuse an action without a reason."""
    if not reason.strip():
        raise Refused(_("Give a reason. It stays in the history."))


def require_right(by: User, verb: str, language: str) -> None:
    """Raise PermissionDenied if this person may not perform an action of ROLE_OF in a language."""
    require_role(by, ROLE_OF[verb], language)
