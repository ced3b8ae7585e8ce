//! The catalogue of exercises: which there are, which still wait, what catches a wrong answer.
