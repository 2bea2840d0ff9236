"""The Django admin. Importing a module registers its tables."""

from rulesbase.admin import accounts as accounts
from rulesbase.admin import archive as archive
from rulesbase.admin import lineage as lineage
from rulesbase.admin import terminology as terminology
from rulesbase.admin import translations as translations
