//! Exercise 1.1: Twice as much

/// Twice `number`.
pub fn doubled(number: u32) -> u32 {
    //@ stub
    //@ | todo!("exercise 1.1: twice as much")
    number * 2
    //@ end
}
