//! What this process uses and may use: memory, descriptors.

/// Memory of this process, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryUse {
    /// Memory that is really there (resident set).
    pub resident: usize,
    /// Addresses that are reserved, whether or not anything was ever written there.
    pub reserved: usize,
}

/// Measures this process's memory; `None` where the system does not tell.
pub fn memory_use() -> Option<MemoryUse> {
    let stats = memory_stats::memory_stats()?;
    Some(MemoryUse { resident: stats.physical_mem, reserved: stats.virtual_mem })
}

/// Raises this process's limit on open descriptors as far as it is allowed to, and returns the
/// limit now in force. Many systems start programs with 256 or 1,024; each socket takes one.
pub fn raise_descriptor_limit() -> u64 {
    // An error means that the limit stays as it is, and that is what the caller then hears of.
    rlimit::increase_nofile_limit(u64::MAX).unwrap_or(256)
}
