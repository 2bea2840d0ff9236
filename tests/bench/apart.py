"""`python -m tests.bench.apart MODULE`: print the figures of a bench on DATABASE_URL as JSON."""

import json
import sys
from dataclasses import asdict
from importlib import import_module

import django

django.setup()
print(json.dumps([asdict(figure) for figure in import_module(sys.argv[1]).measured()]))
