"""How often somebody tried a wrong password: as django-axes counts it, whatever our clock did meanwhile."""

from datetime import timedelta
from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.models import AccessAttempt
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

_CLOSE = timedelta(minutes=1)


# The library has no types.
class WrongTries(AxesDatabaseHandler):  # type: ignore[misc]
    """Tries of a moment still to come are of a clock that was ahead: they would lock somebody out until then."""

    def get_user_attempts(
        self, request: HttpRequest, credentials: dict[str, Any] | None = None
    ) -> list[QuerySet[AccessAttempt]]:
        """Those that count for whoever tries now."""
        found: list[QuerySet[AccessAttempt]] = super().get_user_attempts(request, credentials)
        return [attempts.filter(attempt_time__lte=timezone.now() + _CLOSE) for attempts in found]

    def clean_expired_user_attempts(
        self, request: HttpRequest | None = None, credentials: dict[str, Any] | None = None
    ) -> int:
        """Forget tries that no limit looks at any more; how many."""
        ahead, _by_model = AccessAttempt.objects.filter(attempt_time__gt=timezone.now() + _CLOSE).delete()
        before: int = super().clean_expired_user_attempts(request, credentials)
        return int(ahead) + before
