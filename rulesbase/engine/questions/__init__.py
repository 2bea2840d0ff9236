"""Generated study questions: one module for each kind of question."""
