//! Answers to the exercises of chapter 0.
