"""All settings. Those that differ between machines come from the environment; a bad value stops the start."""

import os
import re
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote

from csp.constants import NONE, SELF

from config.cookies import cookie_name
from config.env import (
    env_bool,
    env_cache,
    env_choice,
    env_database,
    env_email,
    env_hosts,
    env_int,
    env_ports,
    env_proxies,
    env_secret,
)
from config.interface_languages import INTERFACE

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = BASE_DIR / "var"
DATA_DIR.mkdir(exist_ok=True)

DEBUG = env_bool("DEBUG")
SECURE = env_bool("SECURE")
SECRET_KEY = env_secret("SECRET_KEY", DATA_DIR / "secret", optional=DEBUG)
ALLOWED_HOSTS = env_hosts("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"], wildcard=not SECURE)
HOST_PORTS = env_ports("ALLOWED_HOSTS")  # see rulesbase.web.middleware.host_port


def newest_version(changelog: str) -> str:
    """Return the number in the first heading like `## 1.2 - 2026-11-21` or `## 1.2 - Unreleased`."""
    found = re.search(r"^## v?(\d[\w.]*)", changelog, re.MULTILINE)
    return found[1] if found else "0"


VERSION = newest_version((BASE_DIR / "CHANGELOG.md").read_text(encoding="utf-8"))

INSTALLED_APPS = [
    "config.apps.AdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    "axes",
    "csp",
    "django_filters",
    "django_htmx",
    "django_otp",
    "django_otp.plugins.otp_static",
    "django_otp.plugins.otp_totp",
    "drf_spectacular",
    "rest_framework",
    "rulesbase",
    "cards",
]

MIDDLEWARE = [
    # Gives each request an id for the log, sets the security headers of all responses, empties responses to HEAD.
    "rulesbase.web.middleware.headers.safe_headers",
    # Load balancers use plain HTTP and any host name, which the middleware below would redirect or refuse.
    "rulesbase.operations.health.health_checks",
    # Django trusts the port of a Host header, and links in mails would contain it.
    "rulesbase.web.middleware.host_port.port_as_configured",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Refuses null bytes and large bodies before anything reads a form and writes its files to the disk.
    "rulesbase.web.middleware.upload_limits.CheckedInput",
    # Activates the document that the address names, before anything reads the database or makes an address.
    "rulesbase.documents.middleware.document_from_address",
    # Limits the API, searches and comparisons by client, for cached responses too; lets every web page read the API.
    "rulesbase.web.middleware.rate_limits.rate_limits",
    # Chooses one database for the content stamp and the rows of a request, so it comes before the cache.
    "rulesbase.web.databases.failover.reads_from_replica",
    # Lets nginx and content delivery networks share the pages of anonymous users for five seconds.
    "rulesbase.web.cache.shared.shared_caching",
    # Serves cached pages to anonymous users by content stamp; Django's own cache expires by age only.
    "rulesbase.web.cache.pages.page_cache",
    "csp.middleware.CSPMiddleware",
    # One address shows one language; Django's LocaleMiddleware would use cookies and headers.
    "rulesbase.web.middleware.language.language_from_address",
    # Refuses writes under maintenance.
    "rulesbase.web.middleware.maintenance.maintenance_mode",
    "django.middleware.http.ConditionalGetMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_otp.middleware.OTPMiddleware",
    # Django's response to a wrong method is empty.
    "rulesbase.web.middleware.methods.methods_explained",
    # Requires the second factor, records open sessions, forbids caching of pages of signed-in users.
    "rulesbase.web.middleware.sessions.Sessions",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["config.template_loader.Loader", "django.template.loaders.app_directories.Loader"],
                ),
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "rulesbase.site.context_processors.display",
            ],
        },
    },
]

# Data
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASES: dict[str, dict[str, Any]] = {
    "default": env_database("DATABASE_URL", f"sqlite:///{quote(str(DATA_DIR / 'db.sqlite3'))}", BASE_DIR),
}
DATABASE_ROUTERS: list[str] = []
if os.environ.get("DATABASE_REPLICA_URL"):
    DATABASES["replica"] = env_database("DATABASE_REPLICA_URL", "", BASE_DIR) | {"TEST": {"MIRROR": "default"}}
    DATABASE_ROUTERS = ["rulesbase.web.databases.router.ReplicaRouter"]

CACHES: dict[str, dict[str, Any]] = {
    "default": env_cache("CACHE_URL", "locmem://"),
    # Rate limit counters of one worker, used without Redis; see rulesbase.web.rate_limits.limits.
    "counts": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "counts",
        "OPTIONS": {"MAX_ENTRIES": 50_000},
    },
}
if CACHES["default"]["BACKEND"].startswith("django_redis."):
    # Without the key of the release, so that an upgrade does not reset the counters.
    CACHES["shared-counts"] = CACHES["default"] | {"KEY_PREFIX": "counts"}
    del CACHES["shared-counts"]["KEY_FUNCTION"]
DJANGO_REDIS_LOG_IGNORED_EXCEPTIONS = True
DJANGO_REDIS_LOGGER = "config.cache"
# Workers that share a limit where each counts alone; gunicorn reads the same variable.
WORKERS = env_int("WEB_CONCURRENCY", 1, least=1, most=1000)

# Language and time. English has no prefix; the address alone decides, see rulesbase.web.middleware.language.
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
LANGUAGES = [(one.code, one.name) for one in INTERFACE]
LANGUAGE_LOCALES = {one.code: one.locale for one in INTERFACE}
LOCALE_PATHS = [BASE_DIR / "locale"]

THEMES = ("auto", "light", "dark")
TERM_LINKS = ("on", "off")

# Static files: names contain the digest of the content, so browsers may cache them for ever.
STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
# Download files, each named by the digest of its content; they can always be rebuilt.
DOWNLOADS_DIR = BASE_DIR / (os.environ.get("DOWNLOADS_DIR") or DATA_DIR / "downloads")
# The maintenance file and the record of the last backup: outside the database.
OPERATIONS_DIR = BASE_DIR / (os.environ.get("OPERATIONS_DIR") or DATA_DIR)
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "config.static_files.BundledStaticFiles"
    },
}

# Read-only mode; `manage.py maintenance on` does the same without a restart.
MAINTENANCE = env_bool("MAINTENANCE")

# Whether browsers may store pages for offline use. Off removes every installed service worker.
OFFLINE = env_bool("OFFLINE", default=True)

# Accounts
AUTH_USER_MODEL = "rulesbase.User"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "rulesbase.backends.NameOrEmailBackend"]
PASSWORD_HASHERS = [f"django.contrib.auth.hashers.{name}PasswordHasher" for name in ("Argon2", "PBKDF2")]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
# Uploads are parsed in a separate process, which is killed after a time limit.
READ_APART = True
LOGIN_URL = "sign-in"
SECOND_FACTOR_DEMANDED = SECURE
OTP_TOTP_ISSUER = "Rulesbase"
OTP_ADMIN_HIDE_SENSITIVE_DATA = True
# Whether a translation needs a second person: then authors cannot approve their own texts.
FOUR_EYES = env_bool("FOUR_EYES")
# Seconds for which links in mails work.
PASSWORD_RESET_TIMEOUT = 24 * 60 * 60

AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_USERNAME_CALLABLE = "rulesbase.backends.account_name"
AXES_LOCKOUT_CALLABLE = "rulesbase.accounts.views.sign_in.locked"
# Wrong passwords during the wait do not extend it, so that others cannot lock an account for ever.
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_VERBOSE = False
# Do not log sign-ins: network addresses of successful sign-ins are not stored.
AXES_DISABLE_ACCESS_LOG = True
# Fields of forms that axes must not store.
AXES_SENSITIVE_PARAMETERS = "username ip_address email next old_password new_password1 new_password2".split()
AXES_CLIENT_IP_CALLABLE = "rulesbase.web.rate_limits.client_ip.client_network"
# The same variable as gunicorn's. `rulesbase.web.rate_limits.client_ip` reads it for the whole program.
TRUSTED_PROXIES = env_proxies("FORWARDED_ALLOW_IPS")

# Safety
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        # Everything not listed is blocked. Scripts and styles are our own files; pages have none inline.
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "connect-src": [SELF],
        "worker-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    },
}
DEFAULT_EXCEPTION_REPORTER = "rulesbase.web.error_pages.ErrorReporter"
SESSION_COOKIE_SECURE = SECURE
CSRF_COOKIE_SECURE = SECURE
CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_NAME = cookie_name("sessionid", SECURE)
CSRF_COOKIE_NAME = cookie_name("csrftoken", SECURE)
LANGUAGE_COOKIE_NAME = cookie_name("django_language", SECURE)
THEME_COOKIE_NAME = cookie_name("theme", SECURE)
TERM_LINKS_COOKIE_NAME = cookie_name("terms", SECURE)
MESSAGES_COOKIE_NAME = cookie_name("messages", SECURE)
MESSAGE_STORAGE = "config.messages.Messages"
# The scheme comes from the server: gunicorn trusts X-Forwarded-Proto only from FORWARDED_ALLOW_IPS.
SECURE_SSL_REDIRECT = SECURE
SECURE_HSTS_SECONDS = 31_536_000 if SECURE else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE
SECURE_HSTS_PRELOAD = SECURE

vars().update(env_email("EMAIL_URL", "consolemail://"))
# Seconds: a mail server that accepts connections and does not answer must not block a worker.
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = os.environ.get("EMAIL_FROM") or "Rulesbase <rulesbase@localhost>"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "request": {"()": "rulesbase.core.logging.WithRequest"},
        "one-line": {"()": "rulesbase.core.database.database_errors.OneLineFilter"},
        "once-a-minute": {"()": "rulesbase.core.logging.CacheFailures"},
    },
    "formatters": {
        "plain": {
            "class": "rulesbase.core.logging.PlainLines",
            "format": "{asctime} {levelname} {name} [{request_id}]: {message}",
            "style": "{",
        },
        "json": {"()": "rulesbase.core.logging.JsonLines"},
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": env_choice("LOG_FORMAT", "plain", ("plain", "json")),
            "filters": ["request"],
        }
    },
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        # A 404 is no error of the site.
        "django.request": {"level": "ERROR", "filters": ["one-line"]},
        "config.cache": {"filters": ["once-a-minute"]},
    },
}

# The API: requests of a client in a window of seconds.
API_RATE = env_int("API_RATE", 600, least=1, most=1_000_000)
API_WINDOW = 60
# Expensive pages: requests from one client in a minute, see rulesbase.web.middleware.rate_limits.
PAGE_RATE = env_int("PAGE_RATE", 600, least=1, most=1_000_000)
# Writes of a token in the same window.
API_WRITE_RATE = env_int("API_WRITE_RATE", 120, least=1, most=1_000_000)
REST_FRAMEWORK = {
    "EXCEPTION_HANDLER": "rulesbase.api.problems.problem_handler",
    "UNAUTHENTICATED_USER": None,
    # No `?format=`: the Accept header decides.
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Rulesbase",
    "VERSION": VERSION,
    "DESCRIPTION": "The Comprehensive Rules in every version since 1999, with cards, rulings and a name checker. "
    "Reading needs no key. With a token a program can do what its owner may do at the desk. "
    "Documentation: /api/v1/docs/",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": ["rulesbase.api.openapi.with_headers"],
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "LICENSE": {"name": "MIT (the software; rules and card texts belong to Wizards of the Coast)"},
    "TAGS": [
        {"name": name}
        for name in "bots versions entries rules changes citations translations search cards desk about".split()
    ],
}
