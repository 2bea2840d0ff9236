"""The role that each action on a translation needs; the actions themselves check it."""

from django.core.exceptions import PermissionDenied

from rulesbase.accounts.roles import REVIEW, TRANSLATE, may
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


def require_right(by: User, verb: str, language: str) -> None:
    """Raise PermissionDenied if this person may not perform an action of ROLE_OF in a language."""
    require_role(by, ROLE_OF[verb], language)
