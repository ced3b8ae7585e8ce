//! Exercise 9.3: what a step costs
//!
//! The literature takes a message's time apart: with leader/followers it is
//!
//! > T = demultiplex + dispatch + process + synchronise + switch
//!
//! and with half-sync/half-reactive the same, plus the transfer of the data from one thread to
//! another. Nobody can put a stop-watch to one switch of threads, but runs differ: in how many
//! waits they share among their messages, and how often threads change. So from enough runs the
//! cost of each step can be computed: the costs that fit the measured times best, by least squares.
//!
//! What holds when you are done:
//!
//! * `fit` finds the costs whose predicted times have the smallest sum of squared errors. From
//!   times that follow the formula exactly it finds exactly them.
//! * It needs three runs that differ in what they do. From fewer, or from runs of one kind (twice
//!   the waits always come with twice the switches), nothing can be told: `None`, and not a number
//!   that means nothing. What counts as a difference depends on how large the numbers are.
//! * `transfer` is the cost of one transfer that fits best, given the other costs: it too has the
//!   smallest sum of squared errors. Without any transfer: `None`.

/// What one run did for each message, and how long that took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// Waits in the demultiplexer for each message; less than one if a wait brings several.
    pub waits: f64,
    /// Switches of threads for each message: synchronise and switch.
    pub switches: f64,
    /// Transfers from thread to thread for each message; none with leader/followers.
    pub transfers: f64,
    /// Processor time for each message, in nanoseconds.
    pub time: f64,
}

/// What the steps cost, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Costs {
    /// Each message: dispatch and process.
    pub message: f64,
    /// Each wait: demultiplex.
    pub wait: f64,
    /// Each switch: synchronise and switch.
    pub switch: f64,
}

impl Costs {
    /// T(L/F): the time of a message with leader/followers, which transfer nothing.
    pub fn predict(&self, run: &Run) -> f64 {
        self.message + self.wait * run.waits + self.switch * run.switches
    }
}

/// The costs that fit these runs best; their transfers are not looked at. `None`: the runs do not
/// tell.
pub fn fit(runs: &[Run]) -> Option<Costs> {
    //@ stub
    //@ | todo!("exercise 9.3: three unknowns, and as many equations as there are runs")
    // The normal equations: with rows (1, waits, switches), (AᵀA) costs = Aᵀ times.
    let mut equations = [[0.0; 4]; 3];
    for run in runs {
        let row = [1.0, run.waits, run.switches];
        for (equation, factor) in equations.iter_mut().zip(row) {
            for (sum, value) in equation.iter_mut().zip([row[0], row[1], row[2], run.time]) {
                *sum += factor * value;
            }
        }
    }
    let [message, wait, switch] = solve(equations)?;
    Some(Costs { message, wait, switch })
    //@ end
}

/// What one transfer costs, so that these runs fit best: T(HS/HA) is T(L/F) and the transfers.
/// `None` if there were none.
pub fn transfer(costs: &Costs, runs: &[Run]) -> Option<f64> {
    //@ stub
    //@ | todo!("exercise 9.3: one unknown; what is left of each time is its transfers")
    let left = |run: &Run| run.time - costs.predict(run);
    let squares: f64 = runs.iter().map(|run| run.transfers * run.transfers).sum();
    let products: f64 = runs.iter().map(|run| run.transfers * left(run)).sum();
    (squares > 0.0).then(|| products / squares)
    //@ end
}
//@ stub

/// A pivot that is smaller than this, of the largest number in its column, is a rounding error.
const NOTHING: f64 = 1e-9;

/// Solves three linear equations, each three factors and what they come to, by Gauss's elimination.
fn solve(mut equations: [[f64; 4]; 3]) -> Option<[f64; 3]> {
    let scale: [f64; 3] = std::array::from_fn(|column| {
        equations.iter().map(|equation| equation[column].abs()).fold(0.0, f64::max)
    });
    for column in 0..3 {
        // The row with the largest pivot: dividing by a small one would blow up rounding errors.
        let size = |row: &usize| equations[*row][column].abs();
        let best = (column..3).max_by(|a, b| size(a).total_cmp(&size(b)))?;
        if size(&best) <= NOTHING * scale[column] {
            return None;
        }
        equations.swap(column, best);
        let pivot = equations[column];
        for (row, equation) in equations.iter_mut().enumerate() {
            let factor = equation[column] / pivot[column];
            if row != column {
                equation.iter_mut().zip(pivot).for_each(|(value, above)| *value -= factor * above);
            }
        }
    }
    Some(std::array::from_fn(|row| equations[row][3] / equations[row][row]))
}
//@ end
