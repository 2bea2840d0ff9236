"""What is kept for a while only, deleted once that is over, whether or not anybody comes by."""

from rulesbase.accounts.mail import forget_old_mails
from rulesbase.accounts.sessions import forget_old_sessions
from rulesbase.core.idempotency import forget_old_answers
from rulesbase.imports.uploads import delete_old_uploads


def tidy() -> dict[str, int]:
    """Delete all that ran out, and return how many there were of each kind. Idempotent; run it every day."""
    found = {"sessions": forget_old_sessions(), "uploads": delete_old_uploads(), "mails": forget_old_mails()}
    found["answers"] = 0
    while some := forget_old_answers():
        found["answers"] += some
    return found
