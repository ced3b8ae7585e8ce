//! The exercises of this chapter: stubs to fill in.
