//! Wrong answer to exercise 9.3: takes a pivot for nothing that is smaller than a fixed number.
//!
//! looked right: A thousand-millionth is next to nothing.
//! caught by: fit_contract::many_runs_of_one_kind_tell_no_more_than_a_few
//! diagnosis: the rounding errors of many runs are no difference

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
}

/// What one transfer costs, so that these runs fit best: T(HS/HA) is T(L/F) and the transfers.
/// `None` if there were none.
pub fn transfer(costs: &Costs, runs: &[Run]) -> Option<f64> {
    let left = |run: &Run| run.time - costs.predict(run);
    let squares: f64 = runs.iter().map(|run| run.transfers * run.transfers).sum();
    let products: f64 = runs.iter().map(|run| run.transfers * left(run)).sum();
    (squares > 0.0).then(|| products / squares)
}

/// A pivot that is smaller than this is a rounding error.
const NOTHING: f64 = 1e-9;

/// Solves three linear equations, each three factors and what they come to, by Gauss's elimination.
fn solve(mut equations: [[f64; 4]; 3]) -> Option<[f64; 3]> {
    for column in 0..3 {
        // The row with the largest pivot: dividing by a small one would blow up rounding errors.
        let size = |row: &usize| equations[*row][column].abs();
        let best = (column..3).max_by(|a, b| size(a).total_cmp(&size(b)))?;
        if size(&best) <= NOTHING {
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
