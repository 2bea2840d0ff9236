"""What is crawled: by whom, in which languages, and how much of it."""

import time
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from django.core.management import call_command

from rulesbase.accounts.api_tokens import make_token
from rulesbase.models import User
from tests.site.access.library import ADA, OTTO
from tests.site.crawl.answers import Answer
from tests.site.crawl.crawling import Crawl, Job, put_back
from tests.site.crawl.library import ADMIN, VERIFIED, VISITOR, bring_up_to_date, sign_everybody_in
from tests.site.crawl.program_output import LINES, made, printed
from tests.site.crawl.seeds import seeds
from tests.site.crawl.still import CRAWLED, still
from tests.site.crawl.store import Store

# The output of commands is a job as well.
COMMANDS = "commands"
# The longest first.
JOBS = (
    Job(VISITOR, "en", 12, 3, 1),
    Job(ADA, "en", 10, 3, 2),
    Job(ADA, "fr", 5, 1, 1),
    Job(VISITOR, "fr", 5, 2, 0),
    Job(VISITOR, "ja", 4, 1, 1),
    Job(ADA, "ja", 3, 1, 0),
    Job(ADMIN, "en", 4, 2, 1),
    Job("of-readers", "en", 3, 1, 1),
    Job("of-reviewers-fr", "fr", 2, 1, 1),
    Job("of-translators-fr", "en", 1, 1, 0),
    Job("of-editors-fr", "en", 1, 1, 1),
    Job("of-translators-ja", "ja", 1, 1, 0),
    Job("of-editors-ja", "en", 1, 1, 0),
    Job("of-judges", "fr", 1, 1, 0),
    Job("of-administrators", "en", 1, 1, 0),
    Job(OTTO, "en", 1, 1, 0),
    Job(VERIFIED, "en", 1, 1, 0),
    Job(COMMANDS, "en", 0, 0, 0),
)


class Done(NamedTuple):
    """What a job fetched."""

    who: str
    language: str
    answers: list[Answer]
    patterns: dict[str, int]
    broken: list[str]
    seconds: float


def prepare() -> tuple[dict[str, dict[str, str]], str]:
    """Bring the copy up to date; returns the cookies of everybody, and a token that may write."""
    with still(CRAWLED):
        bring_up_to_date()
        cookies = sign_everybody_in()
        call_command("build_downloads", stdout=StringIO(), stderr=StringIO())
        return cookies, make_token(User.objects.get(username=ADA), "crawl", "write", 30).secret


def crawl(job: Job, cookies: dict[str, dict[str, str]], token: str, folder: Path) -> Done:
    """Do a job."""
    if job.who == COMMANDS:
        return _crawl_commands(folder)
    begun = time.perf_counter()
    put_back()
    with still(CRAWLED) as begin:
        crawling = Crawl(job, cookies[job.who], Store(folder), begin)
        crawling.run(seeds(job, token if job.who == ADA else ""))
    seconds = time.perf_counter() - begun
    return Done(
        job.who, job.language, list(crawling.answers.values()), dict(crawling.patterns), crawling.broken, seconds
    )


def _crawl_commands(folder: Path) -> Done:
    """Store the output of commands, as if it were answers."""
    begun, store, answers = time.perf_counter(), Store(folder), list[Answer]()
    put_back()
    with still(CRAWLED) as begin:
        for command in LINES:
            begin(command)
            reported = {f"manage.py {command}": printed(command)}
            if command.startswith("build_downloads"):
                reported |= made()
            for name, text in reported.items():
                body = text.encode()
                answers.append(Answer(name, 0, {}, store.keep(body), len(body)))
    return Done(COMMANDS, "en", answers, {}, [], time.perf_counter() - begun)
