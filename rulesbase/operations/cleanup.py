"""Delete expired rows: sessions, uploads, counts of mails, answers for repeated requests."""

from rulesbase.accounts.mail import forget_old_mails
from rulesbase.accounts.sessions import forget_old_sessions
from rulesbase.core.idempotency import delete_expired_answers
from rulesbase.imports.uploads import delete_old_uploads


def tidy() -> dict[str, int]:
    """Delete all expired rows; return how many of each kind. Idempotent; run it every day."""
    found = {"sessions": forget_old_sessions(), "uploads": delete_old_uploads(), "mails": forget_old_mails()}
    found["answers"] = 0
    while some := delete_expired_answers():
        found["answers"] += some
    return found
