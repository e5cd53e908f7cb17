//! The program `pdftotext`, where the user asks for it.

use std::{
    io::Read,
    path::Path,
    process::{Child, Command, Stdio},
    sync::mpsc,
    thread,
};

use lawgrep_formats::limits;

/// What `pdftotext` prints for the file: its text in reading order, pages between form feeds. The error is a line that does not
/// name the file.
pub(super) fn run(path: &Path) -> Result<Vec<u8>, String> {
    // A name that begins with a hyphen is no flag.
    let path = path.canonicalize().map_err(|e| format!("cannot be found: {e}; name a file that can be read"))?;
    let mut command = Command::new("pdftotext");
    command.args(["-enc", "UTF-8", "-eol", "unix"]).arg(path).arg("-");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command
        .spawn()
        .map_err(|e| format!("`pdftotext` cannot be started: {e}; install poppler-utils, or leave --pdftotext out"))?;
    let printed = output(&mut child);
    // It is over, or it must be.
    let _ = child.kill();
    let ended = child.wait();
    let printed = printed?;
    if ended.is_ok_and(|status| status.success()) || !printed.is_empty() {
        return Ok(printed);
    }
    Err("`pdftotext` could not read it; open it in a program that reads it and save it anew".to_owned())
}

/// What it prints until it ends, within the limits of size and time.
fn output(child: &mut Child) -> Result<Vec<u8>, String> {
    let Some(out) = child.stdout.take() else { return Ok(Vec::new()) };
    let (send, receive) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let most = u64::try_from(limits::TEXT).unwrap_or(u64::MAX);
        let ended = out.take(most + 1).read_to_end(&mut bytes).map(|_| bytes);
        let _ = send.send(ended);
    });
    match receive.recv_timeout(limits::TIME) {
        Ok(Ok(bytes)) if bytes.len() <= limits::TEXT => Ok(bytes),
        Ok(Ok(_)) => Err(format!(
            "`pdftotext` prints more than {} MiB, which no law book has; name another file",
            limits::TEXT >> 20
        )),
        Ok(Err(e)) => Err(format!("`pdftotext` cannot be read: {e}; leave --pdftotext out")),
        Err(_) => {
            Err(format!("`pdftotext` took more than {} s; save its text as a file of its own", limits::TIME.as_secs()))
        }
    }
}
