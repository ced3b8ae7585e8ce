//! Writes the wrong answers of one solution as modules, and the table of what catches each.
//!
//! For `wrong/NAME/MISTAKE.rs` the module `NAME::MISTAKE` holds the wrong answer as `NAME` and
//! a copy of the contract beside it, so that the contract finds its subject at `super::NAME`.

use std::fs;
use std::path::Path;

use crate::contract::{claims, without_harness};
use crate::files;
use crate::wrong::{Contract, Header};
use crate::{Error, rust_files};

/// The file to include, by the kind of contract.
pub(super) fn file_name(contract: Contract) -> &'static str {
    match contract {
        Contract::Real => "wrong_answers.rs",
        Contract::Modelled => "wrong_answers_modelled.rs",
    }
}

/// The source of the modules and of the table, and what could not be taken in.
pub(super) fn wrong_answers(
    solutions: &Path,
    chapter: &Path,
    out: &Path,
    contract: Contract,
) -> (String, Vec<Error>) {
    let mut errors = Vec::new();
    let (mut modules, mut table) = (String::new(), String::new());
    let folders = files::entries(&solutions.join("wrong")).unwrap_or_else(|error| {
        errors.push(error);
        Vec::new()
    });
    for folder in folders.iter().filter(|folder| folder.is_dir()) {
        let mut exercise = OneExercise { folder, chapter, out, contract, answers: Vec::new() };
        errors.extend(exercise.read());
        exercise.write(&mut modules, &mut table);
    }
    let table = format!("static WRONG: &[wrong::Answer] = &[\n{table}];\n");
    (modules + &table, errors)
}

/// The wrong answers to one exercise that one kind of contract catches.
struct OneExercise<'a> {
    folder: &'a Path,
    chapter: &'a Path,
    out: &'a Path,
    contract: Contract,
    answers: Vec<(String, std::path::PathBuf, Header)>,
}

impl OneExercise<'_> {
    fn name(&self) -> &str {
        files::name(self.folder)
    }

    /// Reads the headers, and copies the contract without its harness into the output folder.
    fn read(&mut self) -> Vec<Error> {
        let mut errors = Vec::new();
        match rust_files(self.folder) {
            Err(error) => errors.push(error),
            Ok(files) => {
                for (mistake, file) in files {
                    let header = is_module(&mistake, &file)
                        .and_then(|()| files::read(&file))
                        .and_then(|source| Header::read(&file, self.name(), &source));
                    match header {
                        Err(error) => errors.push(error),
                        Ok(header) if header.contract != self.contract => {}
                        Ok(header) => self.answers.push((mistake, file, header)),
                    }
                }
            }
        }
        if !self.answers.is_empty()
            && let Err(error) = self.copy_contract(&mut errors)
        {
            errors.push(error);
            self.answers.clear();
        }
        errors
    }

    /// Copies the contract, and leaves out answers that name a claim it does not make.
    fn copy_contract(&mut self, errors: &mut Vec<Error>) -> Result<(), Error> {
        let suffix = if self.contract == Contract::Modelled { "_model" } else { "" };
        let file = format!("{}{suffix}.rs", self.name());
        let source = files::read(&self.chapter.join("tests").join("contract").join(&file))?;
        let known: Vec<String> = claims(&source).into_iter().map(|claim| claim.name).collect();
        self.answers.retain(|(_, path, header)| {
            let is_known = known.contains(&header.claim);
            if !is_known {
                let advice = format!(
                    "no claim `{}` in {file}; write one of: {}",
                    header.claim,
                    known.join(", ")
                );
                errors.push(Error::new(path, advice));
            }
            is_known
        });
        let copy = self.out.join(self.contract.module(self.name())).with_extension("rs");
        fs::write(&copy, without_harness(&source))
            .map_err(|error| Error::new(&copy, error.to_string()))
    }

    fn write(&self, modules: &mut String, table: &mut String) {
        if self.answers.is_empty() {
            return;
        }
        let name = self.name();
        let contract = self.contract.module(name);
        let copy = self.out.join(&contract).with_extension("rs");
        // What a mistake leaves unused, and claims that are not called, are no news here.
        modules.push_str(&format!("#[allow(unused, missing_docs, clippy::all)]\nmod {name} {{\n"));
        for (mistake, file, header) in &self.answers {
            let module = [
                format!("    pub mod {mistake} {{"),
                format!("        #[path = {file:?}]"),
                format!("        pub mod {name};"),
                format!("        #[path = {copy:?}]"),
                format!("        pub mod {contract};"),
                "    }\n".to_owned(),
            ];
            modules.push_str(&module.join("\n"));
            let Header { number, claim, diagnosis, .. } = header;
            let row = [
                "    wrong::Answer {".to_owned(),
                format!("        exercise: \"{number}\","),
                format!("        name: {name:?},"),
                format!("        mistake: {mistake:?},"),
                format!("        caught_by: \"{contract}::{claim}\","),
                format!("        diagnosis: {diagnosis:?},"),
                format!("        claim: {name}::{mistake}::{contract}::{claim},"),
                "    },\n".to_owned(),
            ];
            table.push_str(&row.join("\n"));
        }
        modules.push_str("}\n");
    }
}

/// A wrong answer's file name becomes the name of a module.
fn is_module(mistake: &str, file: &Path) -> Result<(), Error> {
    let first = mistake.starts_with(|first: char| first.is_ascii_lowercase());
    let all = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if first && mistake.chars().all(all) {
        return Ok(());
    }
    Err(Error::new(file, "rename it: small letters, digits and `_` only, a letter first"))
}

#[cfg(test)]
mod tests;
