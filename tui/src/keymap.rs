//! Which key does what, where: one table. The help screen and the hint bar are drawn from it, so they cannot lie.
//!
//! No main action is bound to `[ ] { } @ \ |` alone: Nordic keyboards have these behind AltGr.

use std::fmt;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use crate::own::keys::{action_name, scope_name};

/// What the user asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Begin typing a citation; with its first character where that was typed already.
    GoTo(Option<char>),
    /// Begin typing words to search for.
    Search,
    /// Select the next reference in view.
    NextReference,
    /// Select the reference before, in view.
    PreviousReference,
    /// Follow the selected reference; open the selected line.
    Open,
    /// Go back to the exact place before.
    Back,
    /// Put the cursor on the next word, or on the first one in view.
    NextWord,
    /// Put it on the word before.
    PreviousWord,
    /// Put it on the word below, in the next line.
    WordBelow,
    /// Put it on the word above, in the line before.
    WordAbove,
    /// Follow the selected reference in the other pane; none selected: show this place there.
    FollowBeside,
    /// Give the keys to the other pane.
    OtherPane,
    /// Close the other pane.
    OnePane,
    /// From here on, a range of provisions to copy.
    Range,
    /// Show the selected reference's target without leaving.
    Peek,
    /// Undo going back.
    Forward,
    /// Go to the next provision.
    NextProvision,
    /// Go to the provision before.
    PreviousProvision,
    /// Go to the first provision of the next law.
    NextLaw,
    /// Go to the beginning of this law, or of the law before.
    PreviousLaw,
    /// Go to the next words that the last search found.
    NextHit,
    /// Go to the words before that the last search found.
    PreviousHit,
    /// Remember this place under a letter, which comes next.
    SetMark,
    /// Go to the place remembered under a letter, which comes next.
    GoToMark,
    /// List what happens at the table.
    Situations,
    /// List the terms of this provision in all languages.
    Terms,
    /// Where to search: everywhere, in this law, in definitions, notes, exercises.
    Within,
    /// Take the completion into what is typed; the next provision of a situation.
    Complete,
    /// Begin typing what the outline must hold.
    Filter,
    /// Show what is below the entry.
    Unfold,
    /// Hide what is below the entry, or go to the entry above it.
    Fold,
    /// One line down.
    Down,
    /// One line up.
    Up,
    /// One screen down.
    PageDown,
    /// One screen up.
    PageUp,
    /// To the beginning.
    Home,
    /// To the end.
    End,
    /// The next edition of the same code.
    NextEdition,
    /// Choose among the editions.
    ChooseEdition,
    /// Several editions at once, or one.
    Parallel,
    /// Side by side, or one under the other.
    Arrange,
    /// Exercises and options under the provisions that they cite, or only their names.
    Unfolded,
    /// Move in the outline.
    Outline,
    /// List the provisions that refer to this one.
    CitedBy,
    /// Copy the provision, or one more after that.
    Copy,
    /// The same as Markdown.
    CopyMarkdown,
    /// Show the provision for reading it to the players.
    Aloud,
    /// Set a bookmark, or take it away.
    Bookmark,
    /// List the bookmarks.
    Bookmarks,
    /// Write a note to a bookmark.
    Note,
    /// Give the terminal to the shell for a while.
    Suspend,
    /// Show the keys.
    Help,
    /// Take the edition into the parallel view, or out of it.
    Beside,
    /// List from all editions, or from those shown.
    Widen,
    /// A character of what is being typed.
    Type(char),
    /// Take back the last character.
    Erase,
    /// Take back all characters.
    EraseAll,
    /// Close what is open over the text; in the text, forget selection and search marks.
    Close,
    /// Leave the reader.
    Quit,
    /// The wheel was turned: down, or up.
    Wheel(bool),
    /// A click on this column and row.
    Click(u16, u16),
    /// The screen has this many columns and rows now.
    Resize(u16, u16),
}

/// A key, as bindings name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    /// A character.
    Char(char),
    /// Any digit.
    Digit,
    /// Any character that is no binding of its own.
    Text,
    /// Control and a letter.
    Ctrl(char),
    /// Tabulator.
    Tab,
    /// Shift and tabulator.
    BackTab,
    /// Enter.
    Enter,
    /// Escape.
    Esc,
    /// Backspace.
    Backspace,
    /// Arrow to the left.
    Left,
    /// Arrow to the right.
    Right,
    /// Arrow up.
    Up,
    /// Arrow down.
    Down,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// Home.
    Home,
    /// End.
    End,
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Key::Char(' ') => f.write_str("Space"),
            Key::Char(c) => write!(f, "{c}"),
            Key::Digit => f.write_str("0-9"),
            Key::Text => f.write_str("a character"),
            Key::Ctrl(c) => write!(f, "Ctrl-{}", c.to_ascii_uppercase()),
            Key::Tab => f.write_str("Tab"),
            Key::BackTab => f.write_str("Shift-Tab"),
            Key::Enter => f.write_str("Enter"),
            Key::Esc => f.write_str("Esc"),
            Key::Backspace => f.write_str("Backspace"),
            Key::Left => f.write_str("Left"),
            Key::Right => f.write_str("Right"),
            Key::Up => f.write_str("Up"),
            Key::Down => f.write_str("Down"),
            Key::PageUp => f.write_str("PageUp"),
            Key::PageDown => f.write_str("PageDown"),
            Key::Home => f.write_str("Home"),
            Key::End => f.write_str("End"),
        }
    }
}

/// Where on the screen a key is meant for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// The text.
    Reading,
    /// The outline.
    Outline,
    /// What the outline must hold, being typed.
    OutlineFilter,
    /// The list of editions.
    Editions,
    /// What a search found.
    Results,
    /// What refers to a provision.
    CitedBy,
    /// A reference's target.
    Peek,
    /// A provision for reading it to the players.
    Aloud,
    /// Bookmarks.
    Bookmarks,
    /// A bookmark's note being typed.
    Note,
    /// The terms of a provision.
    Terms,
    /// The letter of a mark.
    Marking,
    /// The keys.
    Help,
    /// A citation being typed.
    GoTo,
    /// Words being typed.
    Search,
    /// What happens at the table.
    Situations,
    /// Every list and box.
    Moving,
    /// What is listed while something is typed.
    Choosing,
    /// Whatever is being typed.
    Typing,
    /// Everywhere but where something is typed.
    Anywhere,
    /// Everywhere.
    Always,
}

impl Scope {
    /// Its title on the help screen.
    pub fn title(self) -> &'static str {
        match self {
            Scope::Reading => "In the text",
            Scope::Outline => "In the outline",
            Scope::OutlineFilter => "While typing what the outline must hold",
            Scope::Editions => "In the list of editions",
            Scope::Results => "In search results",
            Scope::CitedBy => "In the list of what refers here",
            Scope::Peek => "In a reference's text",
            Scope::Aloud => "While reading aloud",
            Scope::Bookmarks => "In the list of bookmarks",
            Scope::Note => "While typing a note",
            Scope::Terms => "In the list of terms",
            Scope::Marking => "While a mark's letter is awaited",
            Scope::Help => "In this help",
            Scope::GoTo => "While typing a citation",
            Scope::Search => "While typing words",
            Scope::Situations => "In the list of situations",
            Scope::Moving => "In all lists and boxes",
            Scope::Choosing => "In what is listed while typing",
            Scope::Typing => "While typing",
            Scope::Anywhere => "Everywhere but while typing",
            Scope::Always => "Everywhere",
        }
    }

    /// Whether characters are typed there.
    pub fn takes_text(self) -> bool {
        self == Scope::Marking || self.chain().contains(&Scope::Typing)
    }

    /// The scopes whose keys count here, nearest first.
    pub fn chain(self) -> &'static [Scope] {
        match self {
            Scope::Reading => &[Scope::Reading, Scope::Anywhere, Scope::Always],
            Scope::Outline => &[Scope::Outline, Scope::Moving, Scope::Anywhere, Scope::Always],
            Scope::OutlineFilter => &[Scope::OutlineFilter, Scope::Choosing, Scope::Typing, Scope::Always],
            Scope::Editions => &[Scope::Editions, Scope::Moving, Scope::Anywhere, Scope::Always],
            Scope::Results => &[Scope::Results, Scope::Moving, Scope::Anywhere, Scope::Always],
            Scope::CitedBy => &[Scope::CitedBy, Scope::Moving, Scope::Anywhere, Scope::Always],
            Scope::Peek => &[Scope::Peek, Scope::Moving, Scope::Anywhere, Scope::Always],
            Scope::Aloud => &[Scope::Aloud, Scope::Moving, Scope::Anywhere, Scope::Always],
            Scope::Bookmarks => &[Scope::Bookmarks, Scope::Moving, Scope::Anywhere, Scope::Always],
            Scope::Note => &[Scope::Note, Scope::Typing, Scope::Always],
            Scope::Terms => &[Scope::Terms, Scope::Moving, Scope::Anywhere, Scope::Always],
            Scope::Marking => &[Scope::Marking, Scope::Always],
            Scope::Help => &[Scope::Help, Scope::Moving, Scope::Anywhere, Scope::Always],
            Scope::GoTo => &[Scope::GoTo, Scope::Choosing, Scope::Typing, Scope::Always],
            Scope::Search => &[Scope::Search, Scope::Typing, Scope::Always],
            Scope::Situations => &[Scope::Situations, Scope::Choosing, Scope::Typing, Scope::Always],
            Scope::Moving | Scope::Choosing | Scope::Typing | Scope::Anywhere | Scope::Always => &[],
        }
    }
}

/// One line of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Binding {
    /// Where it counts.
    pub scope: Scope,
    /// The keys, the one to name first.
    pub keys: &'static [Key],
    /// What they do.
    pub action: Action,
    /// What they do, in words.
    pub help: &'static str,
    /// The same in a word or two for the hint bar; empty where it is not shown there.
    pub hint: &'static str,
}

const fn bind(scope: Scope, keys: &'static [Key], action: Action, help: &'static str, hint: &'static str) -> Binding {
    Binding { scope, keys, action, help, hint }
}

/// All bindings. In the hint bar they come in this order, as many as have room.
pub const KEYMAP: &[Binding] = &[
    bind(Scope::Reading, &[Key::Tab], Action::NextReference, "select the next reference in view", "reference"),
    bind(Scope::Reading, &[Key::BackTab], Action::PreviousReference, "select the reference before", ""),
    bind(Scope::Reading, &[Key::Enter], Action::Open, "follow the selected reference", "follow"),
    bind(Scope::Reading, &[Key::Backspace], Action::Back, "back to the exact place before", "back"),
    bind(Scope::Reading, &[Key::Char(' ')], Action::Peek, "peek: the reference's text without leaving", "peek"),
    bind(
        Scope::Reading,
        &[Key::Char('F')],
        Action::FollowBeside,
        "follow it in the other pane; none selected: this place there",
        "other pane",
    ),
    bind(Scope::Reading, &[Key::Char('z')], Action::OtherPane, "the keys to the other pane", ""),
    bind(Scope::Reading, &[Key::Char('Z')], Action::OnePane, "close the other pane", ""),
    bind(Scope::Reading, &[Key::Char('f')], Action::Forward, "forward again to the place that back left", ""),
    bind(Scope::Reading, &[Key::Char('n')], Action::NextProvision, "next provision", ""),
    bind(Scope::Reading, &[Key::Char('p')], Action::PreviousProvision, "provision before", ""),
    bind(Scope::Reading, &[Key::Char('N')], Action::NextLaw, "next law", ""),
    bind(Scope::Reading, &[Key::Char('P')], Action::PreviousLaw, "beginning of this law, then law before", ""),
    bind(Scope::Reading, &[Key::Char('j'), Key::Down], Action::Down, "scroll down", ""),
    bind(Scope::Reading, &[Key::Char('k'), Key::Up], Action::Up, "scroll up", ""),
    bind(Scope::Reading, &[Key::PageDown], Action::PageDown, "scroll a screen down", ""),
    bind(Scope::Reading, &[Key::PageUp], Action::PageUp, "scroll a screen up", ""),
    bind(Scope::Reading, &[Key::Home], Action::Home, "to the beginning", ""),
    bind(Scope::Reading, &[Key::End], Action::End, "to the end", ""),
    bind(Scope::Reading, &[Key::Char('/')], Action::Search, "search", "search"),
    bind(Scope::Reading, &[Key::Char('.')], Action::NextHit, "next words that the search found", ""),
    bind(Scope::Reading, &[Key::Char(',')], Action::PreviousHit, "words before that the search found", ""),
    bind(
        Scope::Reading,
        &[Key::Char('s')],
        Action::Situations,
        "what happened at the table: the situations",
        "situation",
    ),
    bind(
        Scope::Reading,
        &[Key::Char('t')],
        Action::Terms,
        "the word under the cursor, or the terms of this provision, in all languages",
        "terms",
    ),
    bind(Scope::Reading, &[Key::Char('=')], Action::Parallel, "several editions at once, or one", "parallel"),
    bind(Scope::Reading, &[Key::Char('l')], Action::NextEdition, "next edition of the same code", "language"),
    bind(Scope::Reading, &[Key::Char('L')], Action::ChooseEdition, "choose among all editions", ""),
    bind(Scope::Reading, &[Key::Char('v')], Action::Arrange, "parallel: side by side, or one under the other", ""),
    bind(Scope::Reading, &[Key::Char('e')], Action::Unfolded, "exercises and options under what they cite, or not", ""),
    bind(Scope::Reading, &[Key::Char('o')], Action::Outline, "move in the outline", "outline"),
    bind(Scope::Reading, &[Key::Char('c')], Action::CitedBy, "what refers to this provision", "cited by"),
    bind(Scope::Reading, &[Key::Right], Action::NextWord, "to the next word; t then tells of it in all languages", ""),
    bind(Scope::Reading, &[Key::Left], Action::PreviousWord, "to the word before", ""),
    bind(Scope::Reading, &[Key::Char('w')], Action::WordBelow, "to the word in the line below", "word"),
    bind(Scope::Reading, &[Key::Char('W')], Action::WordAbove, "to the word in the line above", ""),
    bind(Scope::Reading, &[Key::Char('m')], Action::SetMark, "mark this place with the letter typed next", ""),
    bind(Scope::Reading, &[Key::Char('\'')], Action::GoToMark, "go to the mark of the letter typed next", ""),
    bind(Scope::Reading, &[Key::Esc], Action::Close, "forget selection and search marks", ""),
    bind(Scope::Reading, &[Key::Char('r')], Action::Aloud, "read the provision aloud: large, nothing else", ""),
    bind(Scope::Reading, &[Key::Char('V')], Action::Range, "from here on: y then copies up to where you are", ""),
    bind(Scope::Reading, &[Key::Char('b')], Action::Bookmark, "set a bookmark here, or take it away", ""),
    bind(Scope::Reading, &[Key::Char('B')], Action::Bookmarks, "list the bookmarks", ""),
    bind(Scope::Aloud, &[Key::Char('n')], Action::NextProvision, "next provision", ""),
    bind(Scope::Aloud, &[Key::Char('p')], Action::PreviousProvision, "provision before", ""),
    bind(
        Scope::Aloud,
        &[Key::Esc, Key::Backspace, Key::Enter, Key::Char('r')],
        Action::Close,
        "back to the text",
        "back",
    ),
    bind(Scope::Bookmarks, &[Key::Enter], Action::Open, "open it in the text", "open"),
    bind(Scope::Bookmarks, &[Key::Char('e')], Action::Note, "write a note to it", "note"),
    bind(Scope::Bookmarks, &[Key::Char('b')], Action::Bookmark, "take the bookmark away", "take away"),
    bind(Scope::Bookmarks, &[Key::Esc, Key::Backspace, Key::Char('B')], Action::Close, "back to the text", "back"),
    bind(Scope::Note, &[Key::Enter], Action::Open, "keep the note", "keep"),
    bind(Scope::Outline, &[Key::Enter], Action::Open, "open it in the text", "open"),
    bind(Scope::Outline, &[Key::Esc, Key::Backspace, Key::Char('o')], Action::Close, "back to the text", "back"),
    bind(Scope::Outline, &[Key::Right, Key::Char('+')], Action::Unfold, "show what is below it", ""),
    bind(Scope::Outline, &[Key::Left, Key::Char('-')], Action::Fold, "hide what is below it, or go up", ""),
    bind(Scope::Outline, &[Key::Char('/')], Action::Filter, "type what it must hold", "filter"),
    bind(Scope::OutlineFilter, &[Key::Enter], Action::Open, "open it in the text", "open"),
    bind(Scope::Editions, &[Key::Enter], Action::Open, "read this edition", "read"),
    bind(
        Scope::Editions,
        &[Key::Char(' ')],
        Action::Beside,
        "show it beside the one being read, or no longer",
        "beside",
    ),
    bind(Scope::Editions, &[Key::Esc, Key::Backspace, Key::Char('L')], Action::Close, "back to the text", "back"),
    bind(Scope::Results, &[Key::Enter], Action::Open, "open it in the text", "open"),
    bind(Scope::Results, &[Key::Tab], Action::Widen, "search all editions, or those shown", "all editions"),
    bind(Scope::Results, &[Key::Char('/')], Action::Search, "change the words", "words"),
    bind(Scope::Results, &[Key::Esc, Key::Backspace], Action::Close, "back to the text", "back"),
    bind(Scope::CitedBy, &[Key::Enter], Action::Open, "open it in the text", "open"),
    bind(Scope::CitedBy, &[Key::Esc, Key::Backspace, Key::Char('c')], Action::Close, "back to the text", "back"),
    bind(Scope::CitedBy, &[Key::Tab], Action::Widen, "in all editions, or those shown", "all editions"),
    bind(Scope::Peek, &[Key::Enter], Action::Open, "go there; with a reference selected, where that leads", "follow"),
    bind(Scope::Peek, &[Key::Tab], Action::NextReference, "select the next reference in it", "reference"),
    bind(Scope::Peek, &[Key::BackTab], Action::PreviousReference, "select the reference before in it", ""),
    bind(Scope::Peek, &[Key::Char(' ')], Action::Peek, "peek at the selected reference; none selected: close", "peek"),
    bind(Scope::Peek, &[Key::Backspace], Action::Back, "back to what was peeked at before", "back"),
    bind(Scope::Peek, &[Key::Char('F')], Action::FollowBeside, "the same in the other pane", "other pane"),
    bind(Scope::Peek, &[Key::Esc], Action::Close, "back to the text", ""),
    bind(Scope::Terms, &[Key::Enter], Action::Open, "open its definition in the text", "definition"),
    bind(Scope::Terms, &[Key::Esc, Key::Backspace, Key::Char('t')], Action::Close, "back to the text", "back"),
    bind(Scope::Marking, &[Key::Text], Action::Type(' '), "the mark", ""),
    bind(Scope::Marking, &[Key::Esc, Key::Backspace, Key::Enter], Action::Close, "no mark", "cancel"),
    bind(Scope::Help, &[Key::Esc, Key::Backspace, Key::Enter], Action::Close, "back to the text", "back"),
    bind(Scope::Moving, &[Key::Char('j'), Key::Down], Action::Down, "down", "down"),
    bind(Scope::Moving, &[Key::Char('k'), Key::Up], Action::Up, "up", "up"),
    bind(Scope::Moving, &[Key::PageDown], Action::PageDown, "a screen down", ""),
    bind(Scope::Moving, &[Key::PageUp], Action::PageUp, "a screen up", ""),
    bind(Scope::Moving, &[Key::Home], Action::Home, "to the first line", ""),
    bind(Scope::Moving, &[Key::End], Action::End, "to the last line", ""),
    bind(Scope::GoTo, &[Key::Enter], Action::Open, "open the provision", "open"),
    bind(Scope::GoTo, &[Key::Tab], Action::Complete, "type the provision listed", "complete"),
    bind(Scope::Search, &[Key::Enter, Key::Down], Action::Open, "go to the results", "results"),
    bind(Scope::Search, &[Key::Tab], Action::Widen, "search all editions, or those shown", "all editions"),
    bind(
        Scope::Search,
        &[Key::BackTab],
        Action::Within,
        "search in this law, definitions, notes, exercises, everywhere",
        "within",
    ),
    bind(Scope::Situations, &[Key::Enter], Action::Open, "open the provision that rules it", "open"),
    bind(Scope::Situations, &[Key::Tab], Action::Complete, "the next provision of the situation", "provision"),
    bind(Scope::Choosing, &[Key::Down], Action::Down, "the next line of the list", ""),
    bind(Scope::Choosing, &[Key::Up], Action::Up, "the line before", ""),
    bind(Scope::Choosing, &[Key::PageDown], Action::PageDown, "ten lines further", ""),
    bind(Scope::Choosing, &[Key::PageUp], Action::PageUp, "ten lines back", ""),
    bind(Scope::Typing, &[Key::Esc], Action::Close, "cancel", "cancel"),
    bind(Scope::Typing, &[Key::Backspace], Action::Erase, "take back a character", ""),
    bind(Scope::Typing, &[Key::Ctrl('u')], Action::EraseAll, "take back all", ""),
    bind(Scope::Typing, &[Key::Text], Action::Type(' '), "is typed", ""),
    bind(Scope::Anywhere, &[Key::Char('g')], Action::GoTo(None), "go to a citation: 16C2, 12 c 1, 71#1", "go to"),
    bind(Scope::Anywhere, &[Key::Digit], Action::GoTo(Some('0')), "begin typing a citation", ""),
    bind(
        Scope::Anywhere,
        &[Key::Char('y')],
        Action::Copy,
        "copy the provision with edition and standing; again: one more",
        "",
    ),
    bind(Scope::Anywhere, &[Key::Char('Y')], Action::CopyMarkdown, "the same as Markdown", ""),
    bind(Scope::Anywhere, &[Key::Char('?')], Action::Help, "these keys", "keys"),
    bind(Scope::Anywhere, &[Key::Char('q')], Action::Quit, "quit", "quit"),
    bind(Scope::Always, &[Key::Ctrl('c')], Action::Quit, "quit", ""),
    bind(Scope::Always, &[Key::Ctrl('z')], Action::Suspend, "to the shell; fg comes back", ""),
];

/// The key of a terminal event; `None` for releases, repeats and keys that nothing is bound to.
pub fn key_of(event: KeyEvent) -> Option<Key> {
    // Windows reports the release of a key too.
    if event.kind != KeyEventKind::Press {
        return None;
    }
    let control = event.modifiers.contains(KeyModifiers::CONTROL);
    let alt = event.modifiers.contains(KeyModifiers::ALT);
    Some(match event.code {
        // AltGr arrives as Control and Alt on Windows: the character is text.
        KeyCode::Char(c) if control == alt => Key::Char(c),
        // What some terminals send for Backspace.
        KeyCode::Char('h' | 'H') if control => Key::Backspace,
        KeyCode::Char(c) if control => Key::Ctrl(c.to_ascii_lowercase()),
        // Alt alone belongs to the terminal or the desktop.
        KeyCode::Char(_) => return None,
        KeyCode::Tab if event.modifiers.contains(KeyModifiers::SHIFT) => Key::BackTab,
        KeyCode::Tab => Key::Tab,
        KeyCode::BackTab => Key::BackTab,
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Esc,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        _ => return None,
    })
}

/// What the key does there.
pub fn action_for(key: Key, scope: Scope) -> Option<Action> {
    action_with(key, scope, |binding| binding.keys)
}

/// The same where `keys` says which keys a row has.
pub(crate) fn action_with<'a>(key: Key, scope: Scope, keys: impl Fn(&'static Binding) -> &'a [Key]) -> Option<Action> {
    scope.chain().iter().find_map(|scope| {
        let of_scope = || KEYMAP.iter().filter(|binding| binding.scope == *scope);
        let exact = of_scope().find(|binding| keys(binding).contains(&key)).map(|binding| binding.action);
        exact.or_else(|| {
            let Key::Char(c) = key else { return None };
            let any = |key: &Key| *key == Key::Text || (*key == Key::Digit && c.is_ascii_digit());
            of_scope().find(|binding| keys(binding).iter().any(any)).map(|binding| match binding.action {
                Action::Type(_) => Action::Type(c),
                Action::GoTo(_) => Action::GoTo(Some(c)),
                other => other,
            })
        })
    })
}

/// The bindings that the hint bar names there, in the order in which they should be shown.
pub fn hints(scope: Scope) -> impl Iterator<Item = &'static Binding> {
    let of = |scope: &'static Scope| KEYMAP.iter().filter(move |b| b.scope == *scope && !b.hint.is_empty());
    scope.chain().iter().flat_map(of)
}

/// The lines of the help screen: titles (with an empty first part), then keys and what they do. What counts in `scope`
/// comes first.
pub(crate) fn help<'a>(scope: Scope, of: impl Fn(&'static Binding) -> &'a [Key]) -> Vec<(String, &'static str)> {
    let mut scopes: Vec<Scope> = scope.chain().to_vec();
    for binding in KEYMAP {
        if !scopes.contains(&binding.scope) {
            scopes.push(binding.scope);
        }
    }
    let mut lines = Vec::new();
    for scope in scopes {
        lines.push((String::new(), scope.title()));
        for binding in KEYMAP.iter().filter(|binding| binding.scope == scope) {
            let keys: Vec<String> = of(binding).iter().map(Key::to_string).collect();
            lines.push((keys.join(", "), binding.help));
        }
    }
    lines
}

/// The table as `docs/tui.md`, with the names that the settings have for places and actions.
pub fn document() -> String {
    let mut text = SETTINGS.to_owned();
    let mut scopes = Scope::Reading.chain().to_vec();
    for binding in KEYMAP {
        if !scopes.contains(&binding.scope) {
            scopes.push(binding.scope);
        }
    }
    for scope in scopes {
        let (title, name) = (scope.title(), scope_name(scope));
        text.push_str(&format!("\n## {title}\n\n`[keys.{name}]`\n\n| key | what it does | setting |\n|---|---|---|\n"));
        for binding in KEYMAP.iter().filter(|binding| binding.scope == scope) {
            let keys: Vec<String> = binding.keys.iter().map(Key::to_string).collect();
            let fixed = scope == Scope::Always || binding.keys.iter().any(|key| matches!(key, Key::Digit | Key::Text));
            let setting = if fixed { String::new() } else { format!("`{}`", action_name(binding.action)) };
            text.push_str(&format!("| {} | {} | {setting} |\n", keys.join(", "), binding.help));
        }
    }
    text
}

/// What stands above the tables.
const SETTINGS: &str = "# Keys and settings of the terminal reader

Made from the table in `tui/src/keymap.rs`; `UPDATE=1 cargo test -p lawgrep-tui --test reader document` writes it anew.

Settings stand in `config.toml` in the data folder: `$LAWGREP_HOME`, else the platform's (`~/.local/share/lawgrep` on Linux). What is
not understood is said at the start, with its line and what is used in its place; a key that does something else there already is
refused.

```toml
language = \"no\"                   # of the reader itself: da, en, nl, no, sv; else that of --lang or LANG
editions = [\"no-2017\", \"en\"]      # ids and languages, first in lists and beside, in this order
theme = \"plain\"                   # no colours, as with NO_COLOR; \"colours\": the terminal's own sixteen
mouse = false                     # then the terminal selects text without Shift

[keys.reading]
next-reference = [\"Tab\", \"x\"]
```

`bookmarks.toml` and `place.toml` beside it are the reader's: bookmarks with their notes, and where you left.
";

#[cfg(test)]
mod tests {
    use super::*;

    const SCOPES: [Scope; 16] = [
        Scope::Aloud,
        Scope::Bookmarks,
        Scope::Note,
        Scope::Reading,
        Scope::Outline,
        Scope::Editions,
        Scope::Results,
        Scope::CitedBy,
        Scope::Peek,
        Scope::Help,
        Scope::GoTo,
        Scope::Search,
        Scope::OutlineFilter,
        Scope::Terms,
        Scope::Marking,
        Scope::Situations,
    ];

    fn press(code: KeyCode, modifiers: KeyModifiers) -> KeyEvent {
        KeyEvent::new(code, modifiers)
    }

    #[test]
    fn no_key_is_bound_twice_in_one_place() {
        for scope in SCOPES {
            let mut keys: Vec<Key> = KEYMAP
                .iter()
                .filter(|binding| scope.chain().contains(&binding.scope))
                .flat_map(|binding| binding.keys)
                .copied()
                .collect();
            let all = keys.len();
            keys.sort();
            keys.dedup();
            assert_eq!(keys.len(), all, "{scope:?}");
        }
    }

    #[test]
    fn every_binding_counts_somewhere_and_does_what_it_says() {
        for binding in KEYMAP {
            let somewhere = SCOPES.iter().find(|scope| scope.chain().contains(&binding.scope)).unwrap();
            for key in binding.keys.iter().filter(|key| !matches!(key, Key::Digit | Key::Text)) {
                assert_eq!(action_for(*key, *somewhere), Some(binding.action), "{key} in {somewhere:?}");
            }
        }
    }

    #[test]
    fn every_binding_is_in_the_help() {
        for scope in SCOPES {
            let lines = help(scope, |binding| binding.keys);
            for binding in KEYMAP {
                let of_binding =
                    |line: &&(String, &str)| line.1 == binding.help && line.0.contains(&binding.keys[0].to_string());
                assert!(lines.iter().any(|line| of_binding(&line)), "{}", binding.help);
            }
        }
    }

    #[test]
    fn nothing_is_bound_to_keys_behind_altgr() {
        for key in KEYMAP.iter().flat_map(|binding| binding.keys) {
            assert!(!matches!(key, Key::Char('[' | ']' | '{' | '}' | '@' | '\\' | '|' | '$' | '~')), "{key}");
        }
    }

    #[test]
    fn digits_begin_a_go_to_and_are_text_while_typing() {
        for scope in SCOPES.into_iter().filter(|scope| !scope.takes_text()) {
            assert_eq!(action_for(Key::Char('5'), scope), Some(Action::GoTo(Some('5'))));
        }
        assert_eq!(action_for(Key::Char('5'), Scope::GoTo), Some(Action::Type('5')));
        assert_eq!(action_for(Key::Char('q'), Scope::Search), Some(Action::Type('q')));
        assert_eq!(action_for(Key::Ctrl('c'), Scope::Search), Some(Action::Quit));
    }

    #[test]
    fn only_presses_count_and_altgr_is_text() {
        let mut release = press(KeyCode::Char('q'), KeyModifiers::NONE);
        release.kind = KeyEventKind::Release;
        assert_eq!(key_of(release), None);
        assert_eq!(key_of(press(KeyCode::Char('@'), KeyModifiers::CONTROL | KeyModifiers::ALT)), Some(Key::Char('@')));
        assert_eq!(key_of(press(KeyCode::Char('L'), KeyModifiers::SHIFT)), Some(Key::Char('L')));
        assert_eq!(key_of(press(KeyCode::Char('c'), KeyModifiers::CONTROL)), Some(Key::Ctrl('c')));
        assert_eq!(key_of(press(KeyCode::Tab, KeyModifiers::SHIFT)), Some(Key::BackTab));
        assert_eq!(key_of(press(KeyCode::Char('q'), KeyModifiers::ALT)), None);
    }
}
