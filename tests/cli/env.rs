use std::{
    ffi::OsStr,
    fs,
    io::Read,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use tempfile::TempDir;

/// A home of its own, and nothing else of the user's.
pub(crate) struct Env {
    folder: TempDir,
}

/// What a run of the program did.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Env {
    /// Nothing imported.
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// With `da-1997` (laws 41, 42, 50, 51, superseded) and `nl-2017` (laws 50, 51, in force) of invented wording.
    pub(crate) fn with_texts() -> Self {
        let env = Self::new();
        let files = ["tabbed.txt", "tabbed-more.txt", "lists.txt"].map(data);
        let mut command = env.command();
        let ran = finish(command.arg("import").args(files));
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
        env
    }

    /// The shelf's folder. Not created here.
    pub(crate) fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    /// A path for a file of the test's own.
    pub(crate) fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A file of the test's own.
    pub(crate) fn file(&self, name: impl AsRef<Path>, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }

    /// The program in the empty environment.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lawgrep"));
        command.env_clear().env("LAWGREP_HOME", self.home()).env("HOME", self.folder.path()).env("LANG", "C");
        command.current_dir(self.folder.path()).stdin(Stdio::null());
        command
    }

    /// Runs it with these arguments.
    pub(crate) fn run<A: AsRef<OsStr>>(&self, args: &[A]) -> Ran {
        finish(self.command().args(args))
    }

    /// Runs a command line without quotation marks.
    pub(crate) fn line(&self, line: &str) -> Ran {
        self.run(&line.split_whitespace().collect::<Vec<_>>())
    }
}

/// Runs a prepared command to its end.
pub(crate) fn finish(command: &mut Command) -> Ran {
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
    let ran = Ran { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) };
    check(&ran);
    ran
}

/// Nothing went wrong inside.
#[track_caller]
fn check(ran: &Ran) {
    for bad in ["panicked", "RUST_BACKTRACE", "internal error", "stack overflow", "memory allocation"] {
        assert!(!ran.err.contains(bad), "{}", ran.err);
    }
}

/// The same within so many seconds: a program that hangs is killed and has failed.
#[track_caller]
pub(crate) fn finish_within(seconds: u64, command: &mut Command) -> Ran {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let (sender, ended) = std::sync::mpsc::channel();
    let (mut out, mut err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        err.read_to_string(&mut text).expect("output is UTF-8");
        text
    });
    std::thread::spawn(move || {
        let mut text = String::new();
        let read = out.read_to_string(&mut text);
        // Standard output is open until the program ends, however it ends.
        let _ = sender.send(read.map(|_| text));
    });
    let out = ended.recv_timeout(std::time::Duration::from_secs(seconds));
    if out.is_err() {
        let _ = child.kill();
    }
    let code = child.wait().unwrap().code().unwrap_or(-1);
    let out = out.unwrap_or_else(|_| panic!("no end within {seconds} s: {command:?}")).expect("output is UTF-8");
    let ran = Ran { code, out, err: reader.join().unwrap() };
    check(&ran);
    ran
}

/// Every file below a folder with its bytes.
pub(crate) fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut all = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                all.push((path.clone(), fs::read(&path).unwrap()));
            }
        }
    }
    all.sort();
    all
}

/// A fixture.
pub(crate) fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

impl Ran {
    /// The lines of standard output.
    pub(crate) fn lines(&self) -> Vec<&str> {
        self.out.lines().collect()
    }

    /// Each line of standard output as JSON.
    pub(crate) fn json(&self) -> Vec<serde_json::Value> {
        self.out.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect()
    }

    /// Asserts the exit code, and that a failure is told in single lines of our own.
    #[track_caller]
    pub(crate) fn code(self, code: i32) -> Self {
        assert_eq!(self.code, code, "out: {}\nerr: {}", self.out, self.err);
        assert!(self.err.lines().all(|line| line.starts_with("lawgrep: ")), "{}", self.err);
        if code == 2 {
            assert!(!self.err.is_empty(), "a failure says why");
        }
        self
    }
}
