"""`manage.py ensure_curator`: create the first account of a new database."""

import secrets
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from rulesbase.accounts.roles import CURATORS, ensure_roles, group_of
from rulesbase.models import User

NAME = "curator"


class Command(BaseCommand):
    """Create the account `curator` with a random password, printed once, if there is no account yet."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the account and print its password in one transaction, so that no account has an unknown password."""
        with transaction.atomic():
            if User.objects.exists():
                return
            ensure_roles()
            password = secrets.token_urlsafe(12)
            curator = User.objects.create_user(NAME, password=password, is_staff=True)
            curator.groups.add(group_of(CURATORS))
            self.stdout.write(f"New account: {NAME}   password: {password}   (shown only now)")
