"""Replace Django's admin site by our own."""

from django.contrib.admin.apps import AdminConfig as DjangoAdminConfig


class AdminConfig(DjangoAdminConfig):
    """Django's admin with our sign-in page and, where demanded, the second factor."""

    default_site = "rulesbase.accounts.admin_site.AdminSite"
