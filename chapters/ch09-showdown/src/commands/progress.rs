//! How far a comparison is, on a terminal.

use ch09_showdown::compare::Trial;
use ch09_showdown::load::report::clients;
use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};

/// What is being measured.
pub fn told(trial: &Trial) -> String {
    let Trial { server, connections, threads, work, .. } = trial;
    let clients = clients(*connections);
    format!("{} with {clients}, {threads} threads, work {work}", server.name)
}

/// An empty bar; elsewhere than on a terminal indicatif draws nothing.
pub fn bar() -> ProgressBar {
    let bar = ProgressBar::new(0).with_finish(ProgressFinish::AndClear);
    let style =
        ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}").expect("a valid template");
    bar.with_style(style)
}
