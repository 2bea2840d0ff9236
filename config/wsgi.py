"""The application that gunicorn serves: `gunicorn config.wsgi`."""

import os
from importlib import import_module

from django.core.wsgi import get_wsgi_application

from rulesbase.web.middleware.wsgi import limit_waiting, reject_short_bodies

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = reject_short_bodies(get_wsgi_application())
limit_waiting()
# Needs the apps, so it is imported here.
import_module("rulesbase.search.warm_up").warm_up()
