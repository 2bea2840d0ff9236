"""Comments on translations: unresolved ones, mentions of people, reports of readers, and the mails about them."""

import re
from collections.abc import Iterable
from urllib.parse import urljoin

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from rulesbase.accounts.mail import send
from rulesbase.accounts.mail_tokens import Mails, unsubscribe_path
from rulesbase.accounts.roles import TRANSLATE, may
from rulesbase.core.database.user_lock import lock_user
from rulesbase.core.errors import Refused
from rulesbase.desk.action_log import log
from rulesbase.desk.rights import require_right
from rulesbase.desk.targets import TranslationTarget, edit_address
from rulesbase.models import ActionLog, ReviewComment, Translation, User, WatchMail
from rulesbase.study.authored.feedback import sent_today

# Reports of one reader on one text, in a day.
OF_ONE_TEXT = 3
# People who get a mail of one comment.
_MOST_MENTIONED = 10
_MENTION = re.compile(r"(?<![\w@])@([\w.+-]+)")


def report(target: TranslationTarget, translation: int, text: str, by: User) -> None:
    """Store a reader's report on a translation. Raises Refused."""
    with transaction.atomic():
        lock_user(by)
        mine = ReviewComment.objects.filter(author=by, from_reader=True)
        today = sent_today(mine, text=text, translation=translation)
        if today.filter(translation=translation).count() >= OF_ONE_TEXT:
            raise Refused(_("You have reported this translation already. A translator will look at it."))
        made = ReviewComment.objects.create(translation_id=translation, text=text, author=by, from_reader=True)
        log(target, ActionLog.Verb.COMMENTED, made.translation, by, text)


def resolve(target: TranslationTarget, pk: int, by: User) -> None:
    """Mark a comment as resolved. Raises Refused if it is not an open comment on a text in this language."""
    require_right(by, "resolve", target.language)
    with transaction.atomic():
        rows = ReviewComment.objects.filter(pk=pk, translation__language=target.language, resolved_at=None)
        if not rows.update(resolved_at=timezone.now()):
            raise Refused(_("This comment is already resolved."))
        row = ReviewComment.objects.select_related("translation").get(pk=pk)
        log(target, ActionLog.Verb.RESOLVED, row.translation, by, row.text)


def unresolved(language: str) -> list[ReviewComment]:
    """Return the open comments of a language on texts that no newer text has replaced, oldest first. One query."""
    rows = ReviewComment.objects.filter(translation__language=language, resolved_at=None)
    rows = rows.exclude(translation__status=Translation.Status.SUPERSEDED)
    return list(rows.select_related("translation", "author"))


def mentioned_names(text: str) -> set[str]:
    """Return the user names in a comment, in lower case, such as "ana" for "@Ana, please look"."""
    return {name.rstrip(".-+").casefold() for name in _MENTION.findall(text)} - {""}


def mail_return(target: TranslationTarget, row: Translation, comment: str, by: User, site: str) -> None:
    """Mail the translator of a text that it was returned, and the people whom the comment names."""
    if row.author and row.author != by:
        _mail("desk/mail/text_returned.txt", [row.author], target, comment, by, site)
    mail_mentions(target, comment, by, site, without=row.author)


def mail_mentions(target: TranslationTarget, comment: str, by: User, site: str, *, without: User | None = None) -> None:
    """Mail the people whom a comment names and who may translate the language."""
    names = sorted(mentioned_names(comment))[:_MOST_MENTIONED]
    if names:
        found = User.objects.filter(username__iregex=r"^(" + "|".join(map(re.escape, names)) + ")$")
        people = [one for one in found if one not in (by, without) and may(one, TRANSLATE, target.language)]
        _mail("desk/mail/mentioned.txt", people, target, comment, by, site)


def _mail(template: str, people: Iterable[User], target: TranslationTarget, comment: str, by: User, site: str) -> None:
    """Send a mail to people with an address who want such mails, each in the language of their mails."""
    to = [one for one in people if one.email and one.is_active and one.desk_mails]
    languages = dict(WatchMail.objects.filter(user__in=to).values_list("user_id", "language"))
    for one in to:
        with override(languages.get(one.pk) or settings.LANGUAGE_CODE):
            address = urljoin(site, edit_address(target.language, target.public_id, target.part))
            words = {"target": target, "comment": comment, "by": by.get_username(), "address": address}
            send(template, one.email, unsubscribe=urljoin(site, unsubscribe_path(one, Mails.DESK)), **words)
