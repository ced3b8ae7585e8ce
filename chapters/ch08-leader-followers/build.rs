//! Tells the compiler which exercises of this chapter still wait for an answer, and writes the wrong
//! variants of the lease that its models must find.

use course::build::Variants;

fn main() {
    course::build::chapter();
    course::build::variants(&Variants {
        out: "lease_variants.rs",
        modules: &[
            ("handles", "src/s5/handles.rs"),
            ("lease", "src/s5/lease/mod.rs"),
            ("lookout", "tests/models/lookout.rs"),
            ("owners", "tests/models/owners.rs"),
            ("promises", "tests/models/promises_of_the_lease.rs"),
        ],
        folder: "tests/variants_of_the_lease",
    });
}
