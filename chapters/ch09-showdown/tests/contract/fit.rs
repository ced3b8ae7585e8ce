//! What exercise 9.3 must keep.

use std::time::Duration;

use ch00_workbench::within;

use super::fit::{Costs, Run, fit, transfer};

const LIMIT: Duration = Duration::from_secs(5);

const TRUE: Costs = Costs { message: 3_000.0, wait: 900.0, switch: 2_300.0 };

/// A run that takes as long as `TRUE` says, and so much longer for each transfer.
fn run(waits: f64, switches: f64, transfers: f64, each: f64) -> Run {
    let time = TRUE.message + TRUE.wait * waits + TRUE.switch * switches + each * transfers;
    Run { waits, switches, transfers, time }
}

/// Four runs without a transfer, exactly as the formula says.
fn exact() -> [Run; 4] {
    [(1.0, 1.0), (0.1, 0.9), (0.02, 0.0), (0.5, 2.0)]
        .map(|(waits, switches)| run(waits, switches, 0.0, 0.0))
}

/// The sum of squared errors of these costs.
fn error(costs: &Costs, runs: &[Run]) -> f64 {
    runs.iter().map(|run| (run.time - costs.predict(run)).powi(2)).sum()
}

#[track_caller]
fn close(found: f64, expected: f64, what: &str) {
    assert!((found - expected).abs() < 0.01, "{what}: {found}, and should be {expected}");
}

#[test]
#[cfg_attr(waiting = "fit", ignore = "exercise 9.3 waits for you in src/exercises/fit.rs")]
fn exact_times_give_the_exact_costs() {
    within(LIMIT, || {
        for runs in [&exact()[..], &exact()[..3], &exact()[1..]] {
            let costs = fit(runs).expect("three runs that differ tell three costs");
            close(costs.message, TRUE.message, "a message's cost");
            close(costs.wait, TRUE.wait, "a wait's cost");
            close(costs.switch, TRUE.switch, "a switch's cost");
        }
    });
}

#[test]
#[cfg_attr(waiting = "fit", ignore = "exercise 9.3 waits for you in src/exercises/fit.rs")]
fn a_zero_in_a_pivots_place_is_no_obstacle() {
    within(LIMIT, || {
        let runs = [run(0.0, 0.0, 0.0, 0.0), run(0.0, 1.0, 0.0, 0.0), run(1.0, 0.0, 0.0, 0.0)];
        let costs = fit(&runs).expect("they tell");
        close(costs.switch, TRUE.switch, "a switch's cost");
    });
}

#[test]
#[cfg_attr(waiting = "fit", ignore = "exercise 9.3 waits for you in src/exercises/fit.rs")]
fn measured_times_give_the_smallest_sum_of_squares() {
    within(LIMIT, || {
        let mut runs = [exact(), exact()].concat();
        for (run, noise) in runs.iter_mut().zip([40.0, -25.0, 10.0, -60.0, 5.0, 80.0, -35.0, 15.0])
        {
            run.time += noise;
        }
        let costs = fit(&runs).expect("they tell");
        let best = error(&costs, &runs);
        for step in [-1.0, 1.0] {
            let Costs { message, wait, switch } = costs;
            let others = [
                Costs { message: message + step, ..costs },
                Costs { wait: wait + step, ..costs },
                Costs { switch: switch + step, ..costs },
            ];
            for other in others {
                assert!(error(&other, &runs) > best, "{other:?} fits better than {costs:?}");
            }
        }
    });
}

#[test]
#[cfg_attr(waiting = "fit", ignore = "exercise 9.3 waits for you in src/exercises/fit.rs")]
fn too_few_runs_tell_nothing() {
    within(LIMIT, || {
        assert_eq!(fit(&[]), None);
        assert_eq!(fit(&exact()[..2]), None, "two runs cannot tell three costs");
        assert_eq!(fit(&[exact()[0], exact()[0], exact()[1]]), None, "one run twice is one run");
    });
}

#[test]
#[cfg_attr(waiting = "fit", ignore = "exercise 9.3 waits for you in src/exercises/fit.rs")]
fn runs_of_one_kind_tell_nothing() {
    within(LIMIT, || {
        // Twice the waits always come with twice the switches: which of the two costs?
        let runs = [0.1, 0.2, 0.7, 1.3].map(|times| run(times, 3.0 * times, 0.0, 0.0));
        assert_eq!(fit(&runs), None, "waits and switches cannot be told apart");
        let runs = [0.1, 0.2, 0.7].map(|times| run(1.0, times, 0.0, 0.0));
        assert_eq!(fit(&runs), None, "messages and waits cannot be told apart");
    });
}

#[test]
#[cfg_attr(waiting = "fit", ignore = "exercise 9.3 waits for you in src/exercises/fit.rs")]
fn many_runs_of_one_kind_tell_no_more_than_a_few() {
    within(LIMIT, || {
        for step in [0.1, 0.3, 7.7] {
            let runs: Vec<Run> = (1..=1000)
                .map(|k| f64::from(k) * step)
                .map(|times| run(times, 2.0 * times + 0.1, 0.0, 0.0))
                .collect();
            assert_eq!(fit(&runs), None, "the rounding errors of many runs are no difference");
        }
    });
}

#[test]
#[cfg_attr(waiting = "fit", ignore = "exercise 9.3 waits for you in src/exercises/fit.rs")]
fn runs_that_differ_by_little_tell_as_much() {
    within(LIMIT, || {
        for scale in [1e-2, 1e-3] {
            let runs = exact().map(|it| run(it.waits * scale, it.switches * scale, 0.0, 0.0));
            let costs = fit(&runs).expect("what is small is not nothing: they differ as before");
            close(costs.wait, TRUE.wait, "a wait's cost");
            close(costs.switch, TRUE.switch, "a switch's cost");
        }
    });
}

#[test]
#[cfg_attr(waiting = "fit", ignore = "exercise 9.3 waits for you in src/exercises/fit.rs")]
fn a_transfer_costs_what_is_left() {
    within(LIMIT, || {
        let runs = [run(1.0, 2.0, 1.0, 700.0), run(0.1, 0.5, 0.3, 700.0)];
        close(transfer(&TRUE, &runs).expect("there are transfers"), 700.0, "a transfer's cost");
    });
}

#[test]
#[cfg_attr(waiting = "fit", ignore = "exercise 9.3 waits for you in src/exercises/fit.rs")]
fn transfers_that_differ_are_weighed_by_squares() {
    within(LIMIT, || {
        // 1,000 for one transfer, and 100 for a tenth of one: by least squares, 1,000 for one.
        // Then 50 too much where there is hardly a transfer: that must hardly count.
        let mut runs = [run(1.0, 1.0, 1.0, 1_000.0), run(1.0, 1.0, 0.1, 1_000.0)];
        runs[1].time += 50.0;
        let found = transfer(&TRUE, &runs).expect("there are transfers");
        close(found, 1_000.0 + 50.0 * 0.1 / 1.01, "a transfer's cost by least squares");
    });
}

#[test]
#[cfg_attr(waiting = "fit", ignore = "exercise 9.3 waits for you in src/exercises/fit.rs")]
fn without_transfers_there_is_no_cost() {
    within(LIMIT, || {
        assert_eq!(transfer(&TRUE, &exact()), None, "nothing was transferred");
        assert_eq!(transfer(&TRUE, &[]), None);
    });
}
