"""The net under a rewrite: fetch everything, and compare two crawls byte for byte (`make crawl`)."""
