//! The exercises of this chapter.
