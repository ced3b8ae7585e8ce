//! What the page lets you predict, under a scheduler that tries all orders.

mod sync {
    pub(crate) use shuttle::sync::mpsc;
}

#[path = "predict/message.rs"]
mod message;
