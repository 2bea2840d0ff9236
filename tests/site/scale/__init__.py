"""Many machines on real parts: PostgreSQL with a streaming replica, Redis, two servers behind nginx; `make scale`."""
