"""The REST API: the verbs of the pages and commands as JSON at /api/v1/."""
