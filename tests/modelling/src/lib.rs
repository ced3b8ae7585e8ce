//! Runs a concurrent model under shuttle and tells the story of a failing schedule.
