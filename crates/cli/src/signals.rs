/// Lets a write past the limit on the size of files (`ulimit -f`) fail as a write, which is told like a full disk, instead of
/// ending the process halfway.
pub(crate) fn outlive_file_limit() {
    // A handler that only sets a flag: with any handler at all the system answers the write with an error.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
}
