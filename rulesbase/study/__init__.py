"""Study: what is asked, when, of whom, and what became of it. Verbs over `rulesbase.models.study`."""
