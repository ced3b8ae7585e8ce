use std::collections::VecDeque;
use std::io::{Read, Write};

use super::*;
use crate::demultiplexer::Interest;

const MARKS: WaterMarks = WaterMarks { low: 10, high: 40 };

/// A client and its socket, as the server sees them.
#[derive(Default)]
struct Scripted {
    /// What reads bring, in this order; `None` is the client's end. Then they would block.
    sends: VecDeque<Option<Vec<u8>>>,
    /// What each write takes at most; then they would block.
    takes: VecDeque<usize>,
    /// What the client has got.
    got: Vec<u8>,
    /// Whether the server has said goodbye.
    goodbye: bool,
    /// Calls of `read`.
    reads: usize,
    /// The next so many calls are interrupted by a signal, every other one succeeds.
    interrupts: usize,
    /// Fails all calls.
    fails: Option<ErrorKind>,
    called: usize,
}

impl Scripted {
    fn new(sends: &[&str], takes: impl IntoIterator<Item = usize>) -> Scripted {
        let sends = sends.iter().map(|text| Some(text.as_bytes().to_vec())).collect();
        Scripted { sends, takes: takes.into_iter().collect(), ..Scripted::default() }
    }

    fn ends(mut self) -> Scripted {
        self.sends.push_back(None);
        self
    }

    /// What every call asks first.
    fn fate(&mut self) -> io::Result<()> {
        self.called += 1;
        if self.interrupts > 0 && self.called % 2 == 1 {
            self.interrupts -= 1;
            return Err(ErrorKind::Interrupted.into());
        }
        self.fails.map_or(Ok(()), |kind| Err(kind.into()))
    }
}

impl Read for &mut Scripted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reads += 1;
        self.fate()?;
        match self.sends.pop_front() {
            None => Err(ErrorKind::WouldBlock.into()),
            Some(None) => Ok(0),
            Some(Some(mut bytes)) => {
                let rest = bytes.split_off(bytes.len().min(buffer.len()));
                buffer[..bytes.len()].copy_from_slice(&bytes);
                if !rest.is_empty() {
                    self.sends.push_front(Some(rest));
                }
                Ok(bytes.len())
            }
        }
    }
}

impl Write for &mut Scripted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.fate()?;
        let most = self.takes.pop_front().ok_or(ErrorKind::WouldBlock)?;
        let count = most.min(bytes.len());
        self.got.extend_from_slice(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for &mut Scripted {
    fn say_goodbye(&mut self) -> io::Result<()> {
        self.fate()?;
        assert!(!self.goodbye, "a goodbye is said once");
        self.goodbye = true;
        Ok(())
    }
}

const BOTH: Ready = Ready { key: 0, readable: true, writable: true, ends: true };

/// One visit, with a scratch buffer of eight bytes and sixteen reads at most.
fn turn(exchange: &mut Exchange, client: &mut Scripted) -> io::Result<Turn> {
    exchange.turn(client, &mut [0; 8], 16, &mut |_| Ok(()))
}

/// Visits until there is nothing more to be done, after one event of all kinds.
fn settle(exchange: &mut Exchange, client: &mut Scripted) -> Turn {
    exchange.note(BOTH);
    for _ in 0..1_000 {
        match turn(exchange, client).expect("no error") {
            Turn::More => {}
            rests => return rests,
        }
    }
    panic!("there is always more to do, it says");
}

#[test]
fn bytes_come_back_in_order_through_the_narrowest_socket() {
    let text = "the quick brown fox jumps over the lazy dog";
    let mut client = Scripted::new(&[text], []).ends();
    let mut exchange = Exchange::new(MARKS);
    // One byte, at each event: whatever is read on the way must not touch what is still owed.
    for _ in 0..text.len() {
        client.takes.push_back(1);
        settle(&mut exchange, &mut client);
    }
    assert_eq!(String::from_utf8_lossy(&client.got), text);
    assert_eq!(settle(&mut exchange, &mut client), Turn::Ended);
    assert_eq!(exchange.bytes(), text.len() as u64);
}

#[test]
fn a_half_close_is_not_the_end_while_bytes_are_owed() {
    let mut client = Scripted::new(&["owed"], [1]).ends();
    let mut exchange = Exchange::new(MARKS);
    let rests = settle(&mut exchange, &mut client);
    assert_eq!(rests, Turn::Wait(Interest::WRITE), "only the socket's room is of interest");
    assert_eq!(exchange.owed(), 3);
    client.takes.push_back(3);
    assert_eq!(settle(&mut exchange, &mut client), Turn::Ended);
    assert_eq!(client.got, b"owed");
}

#[test]
fn a_client_that_never_reads_is_not_read_from() {
    let endless = vec!["12345678"; 1_000];
    let mut client = Scripted::new(&endless, []);
    let mut exchange = Exchange::new(MARKS);
    assert_eq!(settle(&mut exchange, &mut client), Turn::Wait(Interest::WRITE));
    assert_eq!(exchange.owed(), 40, "up to the high mark");
    let read = client.reads;
    assert_eq!(settle(&mut exchange, &mut client), Turn::Wait(Interest::WRITE));
    client.takes.push_back(29);
    assert_eq!(settle(&mut exchange, &mut client), Turn::Wait(Interest::WRITE));
    assert_eq!((client.reads, exchange.owed()), (read, 11), "between the marks it stays so");
    client.takes.push_back(1);
    settle(&mut exchange, &mut client);
    assert!(client.reads > read, "the low mark is reached");
    assert_eq!(exchange.owed(), 42, "at most one read above the high mark");
}

#[test]
fn an_answer_waits_behind_what_is_owed() {
    let mut client = Scripted::new(&["first", "second"], [2]);
    let mut exchange = Exchange::new(MARKS);
    settle(&mut exchange, &mut client);
    client.takes.extend([100, 100]);
    settle(&mut exchange, &mut client);
    assert_eq!(client.got, b"firstsecond");
}

#[test]
fn a_budget_leaves_the_rest_for_later() {
    let mut client = Scripted::new(&["a"; 10], vec![8; 10]);
    let mut exchange = Exchange::new(MARKS);
    let first = exchange.turn(&mut client, &mut [0; 8], 3, &mut |_| Ok(())).expect("no error");
    assert_eq!((first, client.got.len()), (Turn::More, 3));
    assert_eq!(settle(&mut exchange, &mut client), Turn::Wait(Interest::READ));
    assert_eq!(client.got.len(), 10);
}

#[test]
fn a_short_read_spares_the_look_that_would_bring_nothing() {
    let mut client = Scripted::new(&[], vec![8; 10]);
    let mut exchange = Exchange::new(MARKS);
    settle(&mut exchange, &mut client);
    let before = client.reads;
    client.sends.push_back(Some(b"short".to_vec()));
    exchange.note(Ready { ends: false, ..BOTH });
    assert_eq!(turn(&mut exchange, &mut client).expect("it"), Turn::Wait(Interest::READ));
    assert_eq!(client.reads - before, 1);
    client.sends.push_back(Some(b"last".to_vec()));
    client.sends.push_back(None);
    exchange.note(Ready { ends: true, ..BOTH });
    assert_eq!(turn(&mut exchange, &mut client).expect("it"), Turn::Ended, "the end was told of");
}

#[test]
fn finishing_answers_what_has_arrived_says_goodbye_and_lingers() {
    let mut client = Scripted::new(&["arrived"], [3]);
    let mut exchange = Exchange::new(MARKS);
    exchange.finish();
    assert_eq!(
        settle(&mut exchange, &mut client),
        Turn::Wait(Interest { read: true, write: true })
    );
    assert!(!client.goodbye && !exchange.lingers(), "four bytes are owed");
    client.takes.push_back(4);
    assert_eq!(settle(&mut exchange, &mut client), Turn::Wait(Interest::READ));
    assert!(client.goodbye && exchange.lingers());
    client.sends.extend([Some(b"too late".to_vec()), None]);
    assert_eq!(settle(&mut exchange, &mut client), Turn::Ended);
    assert_eq!(client.got, b"arrived", "what came after the goodbye was thrown away");
    assert_eq!(exchange.bytes(), 7);
}

#[test]
fn an_idle_client_is_finished_at_once_and_only_once() {
    let mut client = Scripted::default();
    let mut exchange = Exchange::new(MARKS);
    settle(&mut exchange, &mut client);
    exchange.finish();
    assert_eq!(turn(&mut exchange, &mut client).expect("it"), Turn::Wait(Interest::READ));
    exchange.finish();
    assert_eq!(settle(&mut exchange, &mut client), Turn::Wait(Interest::READ));
    assert!(client.goodbye);
}

/// Writes go nowhere and reads always bring more: what a flood looks like.
struct Flood {
    goodbye: bool,
}

impl Read for &mut Flood {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        Ok(buffer.len())
    }
}

impl Write for &mut Flood {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for &mut Flood {
    fn say_goodbye(&mut self) -> io::Result<()> {
        self.goodbye = true;
        Ok(())
    }
}

#[test]
fn one_who_sends_without_end_is_told_goodbye_all_the_same() {
    let mut flood = Flood { goodbye: false };
    let mut exchange = Exchange::new(WaterMarks::default());
    exchange.finish();
    let mut scratch = vec![0; SCRATCH];
    let turns = (0..10_000).position(|_| {
        exchange.turn(&mut flood, &mut scratch, 1, &mut |_| Ok(())).expect("no error");
        flood.goodbye
    });
    assert!(turns.is_some_and(|turns| turns as u64 * SCRATCH as u64 >= LAST_BYTES), "{turns:?}");
    let answered = exchange.bytes();
    let turn = exchange.turn(&mut flood, &mut scratch, 1, &mut |_| Ok(())).expect("no error");
    assert_eq!((turn, exchange.bytes()), (Turn::More, answered), "the rest is thrown away");
}

#[test]
fn one_who_sends_without_end_and_never_reads_is_not_asked_for_more() {
    let mut exchange = Exchange::new(WaterMarks { low: 1, high: usize::MAX });
    exchange.finish();
    let mut client = Scripted::default();
    for _ in 0..=LAST_BYTES / SCRATCH as u64 {
        client.sends.push_back(Some(vec![7; SCRATCH]));
    }
    client.sends.push_back(Some(vec![7; SCRATCH]));
    exchange.note(BOTH);
    let most = client.sends.len();
    let turn = exchange.turn(&mut client, &mut vec![0; SCRATCH], most, &mut |_| Ok(()));
    assert_eq!(
        turn.expect("no error"),
        Turn::Wait(Interest::WRITE),
        "or it would be told for ever"
    );
}

#[test]
fn the_end_may_come_at_any_byte() {
    let text = "0123456789abcdef0123";
    for length in 0..=text.len() {
        let sends = if length == 0 { vec![] } else { vec![&text[..length]] };
        let mut client = Scripted::new(&sends, vec![5; 10]).ends();
        let mut exchange = Exchange::new(MARKS);
        assert_eq!(settle(&mut exchange, &mut client), Turn::Ended, "after {length} bytes");
        assert_eq!(client.got, &text.as_bytes()[..length]);
    }
}

#[test]
fn an_error_ends_the_exchange_wherever_it_comes() {
    let broken = || Scripted { fails: Some(ErrorKind::ConnectionReset), ..Scripted::default() };
    let reading = turn(&mut Exchange::new(MARKS), &mut broken());
    assert_eq!(reading.expect_err("a reset").kind(), ErrorKind::ConnectionReset);
    let writing = Exchange::new(MARKS).send(&mut &mut broken(), b"bytes");
    assert_eq!(writing.expect_err("a reset").kind(), ErrorKind::ConnectionReset);
    let mut exchange = Exchange::new(MARKS);
    exchange.finish();
    exchange.read(&mut &mut Scripted::default(), &mut [0; 8]).expect("nothing there");
    let leaving = exchange.next(&mut &mut broken());
    assert_eq!(leaving.expect_err("a reset").kind(), ErrorKind::ConnectionReset);
}

#[test]
fn an_interrupted_call_is_made_again() {
    let mut client = Scripted::new(&["again"], vec![8; 10]).ends();
    client.interrupts = 2; // one read, then one write
    let mut exchange = Exchange::new(MARKS);
    assert_eq!(settle(&mut exchange, &mut client), Turn::Ended);
    assert_eq!(client.got, b"again");
}
