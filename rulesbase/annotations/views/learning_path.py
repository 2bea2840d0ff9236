"""Pages of the learning path: its weeks, and the progress of the user."""

from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from rulesbase.annotations import learning_path
from rulesbase.archive.catalogue import catalogue
from rulesbase.core.redirects import next_address
from rulesbase.models import User

_MOST_AT_ONCE = 100


def _done(request: HttpRequest) -> set[str]:
    return learning_path.done_of(request.user) if request.user.is_authenticated else set()


# Decks change without the content version that cached pages depend on.
@cache_control(private=True, no_cache=True)
@require_safe
def path_page(request: HttpRequest) -> HttpResponse:
    """Show the weeks with their steps, and the progress."""
    versions, done = catalogue(), _done(request)
    weeks = []
    everything: list[learning_path.CurrentStep] = []
    for week in learning_path.weeks():
        steps = learning_path.readings(versions, week, done)
        weeks.append({"week": week, "steps": steps, "done": sum(one.done for one in steps)})
        everything += steps
    context = {
        "weeks": weeks,
        "total": len(everything),
        "done": sum(one.done for one in everything),
        "next": next((one for one in everything if not one.done), None),
    }
    return render(request, "annotations/path.html", context)


@cache_control(private=True, no_cache=True)
@require_safe
def week_page(request: HttpRequest, week: str) -> HttpResponse:
    """Show the steps of a week."""
    weeks = learning_path.weeks()
    at = next((at for at, one in enumerate(weeks) if one.week == week), None)
    if at is None:
        raise Http404(_("The learning path has no such week."))
    versions = catalogue()
    steps = learning_path.readings(versions, weeks[at], _done(request))
    context = {
        "week": weeks[at],
        "steps": steps,
        "has_rules": versions.latest is not None,
        "done": sum(one.done for one in steps),
        "chapters": learning_path.chapters_of(versions, steps),
        "before": weeks[at - 1] if at else None,
        "after": weeks[at + 1] if at + 1 < len(weeks) else None,
    }
    return render(request, "annotations/path_week.html", context)


@require_POST
@login_required
def done(request: HttpRequest) -> HttpResponse:
    """Mark steps as done or not; several if a browser sends those from before the account."""
    steps = request.POST.getlist("step")[:_MOST_AT_ONCE]
    learning_path.set_done(cast(User, request.user), steps, done=request.POST.get("how") != "undone")
    after = next_address(request, reverse("study-path")).partition("#")[0]
    return redirect(f"{after}#{steps[0]}" if len(steps) == 1 and steps[0] in learning_path.known_steps() else after)
