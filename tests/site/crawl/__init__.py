"""Fetch every page, feed, download and API answer of a fixed database, and compare two crawls (`make crawl`)."""
