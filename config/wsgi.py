"""The application that gunicorn serves: `gunicorn config.wsgi`."""

import os

from django.core.wsgi import get_wsgi_application

from rulesbase.web.middleware.wsgi import hurried, whole_bodies

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = whole_bodies(get_wsgi_application())
hurried()
