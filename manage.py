#!/usr/bin/env python3
"""Runs Rulesbase's commands: `python manage.py help` lists them."""

import os
import sys


def main() -> None:
    """Hand the command line to Django."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import DatabaseError

    from rulesbase.core.database.database_errors import command_message

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        # What the environment says, and how to say it better: the place in the program where it was read does not help.
        sys.exit(str(error))
    except DatabaseError as error:
        message = command_message(error)
        if not message:
            raise
        sys.exit(message)
    except KeyboardInterrupt:
        # Ctrl-C: what is not finished was undone, and the command can be run again.
        sys.exit("Interrupted.")
    except BrokenPipeError:
        # The reader of a pipe (head, less) has seen enough; Python would complain again when it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


if __name__ == "__main__":
    main()
