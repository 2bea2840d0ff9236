"""An article about changes of the rules, in our own words."""

ARTICLE = """---
title: "Lamps, explained"
tags:
  - lamps
  - Ada Keeper
---

From [the harbour](https://example.org/), after [Lamps and piers](https://example.org/news/lamps) of 2021-02-20.

<!-- hidden -->

## 201.2 (changed)

Twice the keeper <b>lit</b> a lamp.

## 201.3・201.3a (new)

Two at once.

## 999.9

None has this one.
"""
