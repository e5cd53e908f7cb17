//! What a text was taken for, how surely and why.

use lawgrep_ingest::Reason;

use crate::{failure::Stop, json::record, output::Output, text::one_line};

/// `  code 2017 (high): 12 of 12 telling citations`
pub(in crate::commands) fn lines(reasons: &[Reason], output: &mut Output) -> Result<(), Stop> {
    for reason in reasons {
        output.line(&format!("  {}", one_line(&reason.to_string())))?;
    }
    Ok(())
}

/// A record each.
pub(in crate::commands) fn records(edition: &str, reasons: &[Reason], output: &mut Output) -> Result<(), Stop> {
    for reason in reasons {
        let (aspect, confidence) = (reason.aspect, reason.confidence.name());
        let (value, why) = (one_line(&reason.value), one_line(&reason.why));
        output.json(&record("recognised", Recognised { edition, aspect, value, confidence, why }))?;
    }
    Ok(())
}

#[derive(serde::Serialize)]
struct Recognised<'a> {
    edition: &'a str,
    aspect: &'static str,
    value: String,
    confidence: &'static str,
    why: String,
}
