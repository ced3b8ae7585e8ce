//! What exercise 6.1 must keep.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Write};
use std::time::Duration;

use ch00_workbench::within;

use super::out_buffer::OutBuffer;

const LIMIT: Duration = Duration::from_secs(5);

/// Takes so many bytes at each write, as listed, and then would block.
#[derive(Default)]
struct Takes {
    counts: VecDeque<usize>,
    taken: Vec<u8>,
    /// Interrupts so many calls first.
    interrupts: usize,
}

impl Takes {
    fn each(counts: impl IntoIterator<Item = usize>) -> Takes {
        Takes { counts: counts.into_iter().collect(), ..Takes::default() }
    }
}

impl Write for Takes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        assert!(!bytes.is_empty(), "a write of nothing");
        if self.interrupts > 0 {
            self.interrupts -= 1;
            return Err(ErrorKind::Interrupted.into());
        }
        let count = self.counts.pop_front().ok_or(ErrorKind::WouldBlock)?.min(bytes.len());
        self.taken.extend_from_slice(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
#[cfg_attr(
    waiting = "out_buffer",
    ignore = "exercise 6.1 waits for you in src/exercises/out_buffer.rs"
)]
fn bytes_leave_in_order_round_and_round_the_ring() {
    within(LIMIT, || {
        let mut buffer = OutBuffer::new(7, 3);
        let mut writer = Takes::default();
        let (mut pushed, mut next) = (Vec::new(), 0_u8);
        for round in 0..100 {
            let count = buffer.room().min(1 + round % 5);
            let bytes: Vec<u8> = (0..count).map(|index| next.wrapping_add(index as u8)).collect();
            next = next.wrapping_add(count as u8);
            buffer.push(&bytes);
            pushed.extend_from_slice(&bytes);
            writer.counts = VecDeque::from([1 + round % 3, 1]);
            buffer.write_to(&mut writer).expect("no error");
            assert_eq!(writer.taken, pushed[..writer.taken.len()], "bytes in another order");
            assert_eq!(buffer.len(), pushed.len() - writer.taken.len(), "bytes owed");
        }
        writer.counts = VecDeque::from(vec![7; 7]);
        assert!(buffer.write_to(&mut writer).expect("no error") && buffer.is_empty());
        assert!(writer.taken == pushed && pushed.len() > 100, "all of it has left");
    });
}

#[test]
#[cfg_attr(
    waiting = "out_buffer",
    ignore = "exercise 6.1 waits for you in src/exercises/out_buffer.rs"
)]
fn reading_stops_when_it_is_full_and_goes_on_at_the_low_mark() {
    within(LIMIT, || {
        let mut buffer = OutBuffer::new(6, 2);
        assert_eq!(buffer.room(), 6, "it is empty");
        buffer.push(b"abcde");
        assert_eq!(buffer.room(), 1, "it is nearly full");
        buffer.push(b"f");
        assert_eq!((buffer.room(), buffer.len()), (0, 6), "it is full");
        assert!(!buffer.write_to(Takes::each([3])).expect("no error"));
        assert_eq!(buffer.room(), 0, "between the marks nothing changes");
        assert!(!buffer.write_to(Takes::each([1])).expect("no error"));
        assert_eq!(buffer.room(), 4, "the low mark is reached");
        buffer.push(b"ghi");
        assert!(!buffer.write_to(Takes::each([1])).expect("no error"));
        assert_eq!(buffer.room(), 2, "it was not full, so nothing is stopped");
    });
}

#[test]
#[cfg_attr(
    waiting = "out_buffer",
    ignore = "exercise 6.1 waits for you in src/exercises/out_buffer.rs"
)]
fn what_a_writer_does_not_take_is_still_owed() {
    within(LIMIT, || {
        let mut buffer = OutBuffer::new(8, 2);
        buffer.push(b"12345678");
        let mut writer = Takes::each([3]);
        assert!(!buffer.write_to(&mut writer).expect("no error"), "the writer would block");
        assert_eq!(buffer.len(), 5, "bytes owed after a write that took three of eight");
        writer.counts.push_back(5);
        assert!(buffer.write_to(&mut writer).expect("no error"), "all is sent");
        assert_eq!(writer.taken, b"12345678");
        assert!(
            buffer.write_to(Takes::default()).expect("no error"),
            "nothing to send is no error"
        );
    });
}

#[test]
#[cfg_attr(
    waiting = "out_buffer",
    ignore = "exercise 6.1 waits for you in src/exercises/out_buffer.rs"
)]
fn an_interruption_is_borne_and_other_errors_are_passed_on() {
    struct Fails(ErrorKind);
    impl Write for Fails {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            if self.0 == ErrorKind::WriteZero { Ok(0) } else { Err(self.0.into()) }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    within(LIMIT, || {
        let mut buffer = OutBuffer::new(8, 2);
        buffer.push(b"abc");
        for kind in [ErrorKind::ConnectionReset, ErrorKind::WriteZero] {
            let error = buffer.write_to(Fails(kind)).expect_err("the writer fails");
            assert_eq!(error.kind(), kind);
        }
        let mut writer = Takes { interrupts: 2, ..Takes::each([3]) };
        assert!(buffer.write_to(&mut writer).expect("an interruption is no error"));
        assert_eq!(writer.taken, b"abc");
    });
}

#[test]
#[cfg_attr(
    waiting = "out_buffer",
    ignore = "exercise 6.1 waits for you in src/exercises/out_buffer.rs"
)]
fn more_than_there_is_room_for_is_refused_loudly() {
    within(LIMIT, || {
        let over = std::panic::catch_unwind(|| OutBuffer::new(4, 1).push(b"12345"));
        assert!(over.is_err(), "five bytes in a ring of four");
        let mut full = OutBuffer::new(4, 1);
        full.push(b"1234");
        assert!(!full.write_to(Takes::each([2])).expect("no error"));
        let paused = std::panic::AssertUnwindSafe(|| full.push(b"5"));
        assert!(std::panic::catch_unwind(paused).is_err(), "a push while reading is stopped");
    });
}
