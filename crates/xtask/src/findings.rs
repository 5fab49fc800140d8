//! How a check tells what it found.

use anyhow::{Result, bail};

/// Prints every finding and fails if there is one, so that one run shows all there is to mend.
pub(crate) fn conclude(check: &str, findings: &[String]) -> Result<()> {
    for finding in findings {
        eprintln!("{check}: {finding}");
    }
    match findings.len() {
        0 => println!("{check}: ok"),
        1 => bail!("`cargo xtask {check}` found 1 problem"),
        many => bail!("`cargo xtask {check}` found {many} problems"),
    }
    Ok(())
}
