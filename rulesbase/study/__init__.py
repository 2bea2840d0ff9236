"""Study: questions, decks, reviews, exams, and questions that curators write."""
