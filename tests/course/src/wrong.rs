//! What a wrong answer says about itself, in its first lines.
//!
//! ```text
//! //! Wrong answer to exercise 1.2: takes the place without a lock, which looks right alone.
//! //!
//! //! looked right: clients that come one after the other never meet in the gap.
//! //! caught by: connection_limit_model::a_place_is_never_given_twice
//! //! diagnosis: two threads hold the last place
//! ```

use std::fmt;
use std::path::Path;

use crate::{Error, Number};

/// The header of a wrong answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The exercise it answers wrongly.
    pub number: Number,
    /// What was mistaken.
    pub mistake: String,
    /// Why nobody noticed: a sentence for the book, whose tests ask for it.
    pub looked_right: Option<String>,
    /// Which contract catches it.
    pub contract: Contract,
    /// The claim that catches it.
    pub claim: String,
    /// A literal piece of the failure's text.
    pub diagnosis: String,
}

/// On what the claims of a contract run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contract {
    /// On real threads: `NAME_contract`.
    Real,
    /// Under a model of all schedules: `NAME_model`.
    Modelled,
}

impl Contract {
    /// Both kinds.
    pub const BOTH: [Contract; 2] = [Contract::Real, Contract::Modelled];

    /// The module of the contract for exercise `name`.
    pub fn module(self, name: &str) -> String {
        format!("{name}_{self}")
    }
}

impl fmt::Display for Contract {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Contract::Real => "contract",
            Contract::Modelled => "model",
        })
    }
}

impl Header {
    /// Reads the header of a wrong answer to the exercise `name`; `file` is named by errors.
    ///
    /// # Errors
    ///
    /// Names the first line that is missing, and what to write.
    pub fn read(file: &Path, name: &str, source: &str) -> Result<Header, Error> {
        let missing =
            |what: &str| Error::new(file, format!("write `//! {what}` in its first lines"));
        let first = || missing("Wrong answer to exercise N.M: what was mistaken");
        let (number, mistake) = field(source, "Wrong answer to exercise ")
            .and_then(|text| text.split_once(':'))
            .ok_or_else(first)?;
        let number = number.parse().map_err(|_| first())?;
        let caught_by = || missing(&format!("caught by: {name}_contract::CLAIM"));
        let (module, claim) = field(source, "caught by:")
            .and_then(|text| text.split_once("::"))
            .ok_or_else(caught_by)?;
        let contract = Contract::BOTH
            .into_iter()
            .find(|contract| contract.module(name) == module)
            .ok_or_else(caught_by)?;
        let diagnosis = field(source, "diagnosis:")
            .ok_or_else(|| missing("diagnosis: a literal piece of the failure's text"))?;
        let (mistake, claim) = (mistake.trim().to_owned(), claim.to_owned());
        let looked_right = field(source, "looked right:").map(str::to_owned);
        if mistake.is_empty() {
            return Err(first());
        }
        let diagnosis = diagnosis.to_owned();
        Ok(Header { number, mistake, looked_right, contract, claim, diagnosis })
    }
}

/// The text after `//! KEY` among the module's first lines, unless it is empty.
fn field<'a>(source: &'a str, key: &str) -> Option<&'a str> {
    let mut header =
        source.trim_start_matches('\u{feff}').lines().map_while(|line| line.strip_prefix("//!"));
    let text = header.find_map(|line| line.trim().strip_prefix(key))?.trim();
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "\
//! Wrong answer to exercise 1.2: counts without a lock: looks right alone.
//!
//! caught by: limit_model::never_twice
//! diagnosis: two \"threads\" hold: the place

fn code() {}
";

    fn read(source: &str) -> Result<Header, String> {
        Header::read(Path::new("wrong/limit/a.rs"), "limit", source).map_err(|e| e.to_string())
    }

    #[test]
    fn the_header_is_read_with_either_line_ending() {
        let header = read(SOURCE).expect("a header");
        assert_eq!(header.number.to_string(), "1.2");
        assert_eq!(header.mistake, "counts without a lock: looks right alone.");
        assert_eq!((header.contract, header.claim.as_str()), (Contract::Modelled, "never_twice"));
        assert_eq!(header.looked_right, None, "only the book asks for it");
        assert_eq!(header.diagnosis, "two \"threads\" hold: the place");
        assert_eq!(read(&SOURCE.replace('\n', "\r\n")), Ok(header));
    }

    #[test]
    fn why_it_looked_right_is_read_if_it_is_told() {
        let told = SOURCE.replace("//! caught", "//! looked right: alone it is: fine.\n//! caught");
        let header = read(&told).expect("a header");
        assert_eq!(header.looked_right.as_deref(), Some("alone it is: fine."));
    }

    #[test]
    fn each_missing_line_is_told_with_the_file_and_what_to_write() {
        for (start, told) in [
            ("//! Wrong", "write `//! Wrong answer to exercise N.M: what was mistaken`"),
            ("//! caught", "write `//! caught by: limit_contract::CLAIM`"),
            ("//! diagnosis", "write `//! diagnosis: a literal piece of the failure's text`"),
        ] {
            let without: String =
                SOURCE.split_inclusive('\n').filter(|line| !line.starts_with(start)).collect();
            let wanted = format!("wrong/limit/a.rs: {told} in its first lines");
            assert_eq!(read(&without), Err(wanted));
        }
    }

    #[test]
    fn a_test_of_another_exercise_catches_nothing() {
        let error = read(&SOURCE.replace("limit_model", "echo_model")).expect_err("another");
        assert!(error.contains("caught by: limit_contract::CLAIM"), "{error}");
    }

    #[test]
    fn a_header_ends_where_the_code_starts() {
        let late = format!("fn code() {{}}\n{SOURCE}");
        assert!(read(&late).is_err());
    }
}
