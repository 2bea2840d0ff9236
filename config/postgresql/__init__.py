"""Django's PostgreSQL for where people wait for answers; see `base`."""
