//! Presses keys and looks at the screen.

use lawgrep_tui::{
    Effect, Reader, Start, State,
    keymap::{Action, Key},
    update, view,
};
use ratatui::{Terminal, backend::TestBackend};

/// A reader on a screen in memory.
pub(crate) struct Desk<'a> {
    reader: &'a dyn Reader,
    state: State,
    /// The user has quit.
    pub(crate) ended: bool,
    /// What else the event loop was asked to do.
    pub(crate) effects: Vec<Effect>,
}

impl<'a> Desk<'a> {
    pub(crate) fn new(reader: &'a dyn Reader, start: Start, size: (u16, u16)) -> Self {
        Self { reader, state: State::new(reader, &start, size), ended: false, effects: Vec::new() }
    }

    /// Opened at a provision, or at the beginning.
    pub(crate) fn at(reader: &'a dyn Reader, cite: &str, size: (u16, u16)) -> Self {
        let start = Start { edition: Some(0), at: cite.parse().ok(), ..Start::default() };
        Self::new(reader, start, size)
    }

    /// Presses keys: characters as they are, others in angle brackets (`<Tab>`), blank as `<Space>`.
    pub(crate) fn press(&mut self, keys: &str) -> &mut Self {
        let mut rest = keys;
        while let Some(c) = rest.chars().next() {
            let (key, after) = match rest.strip_prefix('<').and_then(|r| r.split_once('>')) {
                Some((name, after)) => (named(name), after),
                None => (Key::Char(c), &rest[c.len_utf8()..]),
            };
            self.key(key);
            rest = after;
        }
        self
    }

    pub(crate) fn key(&mut self, key: Key) {
        if let Some(action) = self.state.action_for(key) {
            self.act(action);
        }
    }

    pub(crate) fn act(&mut self, action: Action) {
        match update(&mut self.state, action, self.reader) {
            Some(Effect::Quit) => self.ended = true,
            effect => self.effects.extend(effect),
        }
    }

    /// The file that says where the user is.
    pub(crate) fn leaving(&self) -> Option<(lawgrep_tui::Keepsake, String)> {
        self.state.leaving(self.reader)
    }

    /// The screen as text.
    pub(crate) fn screen(&self) -> String {
        let lines = self.terminal().backend().to_string();
        lines.lines().map(|line| line.trim_matches('"').trim_end()).collect::<Vec<_>>().join("\n")
    }

    /// The screen with its styles.
    pub(crate) fn buffer(&self) -> ratatui::buffer::Buffer {
        self.terminal().backend().buffer().clone()
    }

    /// The words that are both bold and reversed, outside the lines that are so as a whole.
    pub(crate) fn selected(&self) -> String {
        use ratatui::style::Modifier;
        let buffer = self.buffer();
        let area = buffer.area;
        let mut words = Vec::new();
        for y in 0..area.height {
            let marked = |x: u16| buffer[(x, y)].modifier.contains(Modifier::BOLD | Modifier::REVERSED);
            if (0..area.width).all(marked) || y == 0 || y + 2 >= area.height {
                continue;
            }
            let line: String =
                (0..area.width).filter(|x| marked(*x)).map(|x| buffer[(x, y)].symbol().to_owned()).collect();
            words.extend(line.split_whitespace().map(str::to_owned));
        }
        words.join(" ")
    }

    /// The status line's trail.
    pub(crate) fn trail(&self) -> String {
        let screen = self.screen();
        let lines: Vec<&str> = screen.lines().collect();
        let status = lines[lines.len() - 2];
        status.split(" · ").next().unwrap().rsplit_once("  ").map_or("", |(trail, _)| trail).trim().to_owned()
    }

    /// The first line of the text pane that holds words, without the outline.
    pub(crate) fn first_line(&self) -> String {
        let screen = self.screen();
        let line = screen.lines().nth(1).unwrap();
        line.split_once('│').map_or(line, |(_, text)| text).trim().to_owned()
    }

    /// The last line of the screen.
    pub(crate) fn bar(&self) -> String {
        self.screen().lines().last().unwrap().trim().to_owned()
    }

    fn terminal(&self) -> Terminal<TestBackend> {
        let (width, height) = self.state.size();
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| view(&self.state, frame.area(), frame.buffer_mut())).unwrap();
        terminal
    }
}

fn named(name: &str) -> Key {
    match name {
        "Tab" => Key::Tab,
        "BackTab" => Key::BackTab,
        "Enter" => Key::Enter,
        "Esc" => Key::Esc,
        "Back" => Key::Backspace,
        "Space" => Key::Char(' '),
        "Up" => Key::Up,
        "Down" => Key::Down,
        "Left" => Key::Left,
        "Right" => Key::Right,
        "PageUp" => Key::PageUp,
        "PageDown" => Key::PageDown,
        "Home" => Key::Home,
        "End" => Key::End,
        "Ctrl-C" => Key::Ctrl('c'),
        "Ctrl-U" => Key::Ctrl('u'),
        _ => panic!("no key is named {name}"),
    }
}
