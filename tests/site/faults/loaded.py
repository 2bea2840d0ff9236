"""Load the program: the fork server of `rounds` imports this once, and every command starts from it."""

import django
from django.core.checks import run_checks
from django.core.management import get_commands, load_command_class

django.setup()
# Without this every process would import the URLs, forms and templates again to check them.
run_checks()
for _name in ("import_rules", "import_cards", "backup", "restore", "check_data", "migrate"):
    load_command_class(get_commands()[_name], _name)
