use crate::flags::Flags;
use ch00_workbench::cli::{DemoFlags, Stage};
pub fn run(_: &Stage, _: &DemoFlags, _: &Flags) -> anyhow::Result<()> {
    Ok(())
}
