"""Puts our own admin site in the place of Django's."""

from django.contrib.admin.apps import AdminConfig as DjangoAdminConfig


class AdminConfig(DjangoAdminConfig):
    """Django's admin with our doors: one sign-in page, and the second factor where it is demanded."""

    default_site = "rulesbase.accounts.admin_site.AdminSite"
