"""Starts commands of this project, each in a process of its own, without loading the program anew for each.

    python -m tests.site.faults.nursery

Reads one order a line as JSON: {"start": [WORD...], "address": DATABASE_URL, "out": FILE, "most": BYTES} forks a
process that runs the command, and answers its id; {"wait": ID} answers how it ended. A word `call:MODULE:NAME` in place
of a command calls a function with the other words. The process is a real one and dies as real ones do; `most` is the
largest file that it may write, as on a disk that is full.
"""

import json
import os
import resource
import sys
import traceback
from importlib import import_module
from pathlib import Path
from typing import Any


def use(address: str) -> None:
    """Let this process use the database at an address."""
    from django.db import connections

    from config.env import env_database

    os.environ["DATABASE_URL"] = address
    given = env_database("DATABASE_URL", address, Path("/"))
    kept = connections.settings["default"]
    connections.settings["default"] = {**kept, "OPTIONS": {}, "HOST": "", "PORT": "", "USER": "", **given}
    connections["default"] = connections.create_connection("default")


def obey(words: list[str], address: str) -> int:
    """Run a command as manage.py does; its exit code."""
    use(address)
    try:
        if words[0].startswith("call:"):
            _call, module, name = words[0].split(":")
            getattr(import_module(module), name)(*words[1:])
        else:
            from django.core.management import execute_from_command_line

            execute_from_command_line(["manage.py", *words])
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 1
    except BaseException:
        traceback.print_exc()
        return 70
    return 0


def start(order: dict[str, Any]) -> int:
    """Fork a process for an order; its id."""
    child = os.fork()
    if child:
        return child
    code = 71
    try:
        out = os.open(order["out"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        nothing = os.open(os.devnull, os.O_RDONLY)
        for handle, at in ((nothing, 0), (out, 1), (out, 2)):
            os.dup2(handle, at)
        if order["most"]:
            resource.setrlimit(resource.RLIMIT_FSIZE, (order["most"], order["most"]))
        code = obey(order["start"], order["address"])
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


def main() -> None:
    """Obey until there are no more orders."""
    import django

    django.setup()
    from django.core.checks import run_checks
    from django.core.management import get_commands, load_command_class

    # Addresses, forms and templates: else each process would load them anew to check them.
    run_checks()

    # What commands import is imported once, here.
    for name in ("import_rules", "import_cards", "backup", "restore", "check_data", "migrate"):
        load_command_class(get_commands()[name], name)
    answers = os.fdopen(os.dup(1), "w", buffering=1, encoding="utf-8")
    for line in sys.stdin:
        order = json.loads(line)
        if "start" in order:
            print(start(order), file=answers)
        else:
            _pid, status = os.waitpid(order["wait"], 0)
            print(os.waitstatus_to_exitcode(status), file=answers)


if __name__ == "__main__":
    main()
