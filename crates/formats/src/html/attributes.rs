/// Attributes of the tag that has most of them: never fewer than the tokenizer finds, perhaps more where quotes do not pair.
pub(super) fn most(text: &str) -> usize {
    let (mut most, mut own) = (0, 0);
    let mut state = State::Text;
    let mut before = b' ';
    for byte in text.bytes() {
        state = match (state, byte) {
            (State::Text, _) if before == b'<' && (byte.is_ascii_alphabetic() || byte == b'/') => {
                own = 0;
                State::Tag
            }
            (State::Text, _) => State::Text,
            (State::Tag, b'>') => State::Text,
            // A quotation mark opens a value only behind the sign; elsewhere it is part of a name.
            (State::Tag, b'"' | b'\'') if before == b'=' => State::Quoted(byte),
            (State::Tag, _) => {
                let parts = |byte: u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'"' | b'\'');
                own += usize::from(parts(before) && !parts(byte) && byte != b'=');
                State::Tag
            }
            (State::Quoted(mark), _) if byte == mark => State::Tag,
            (State::Quoted(_), _) => state,
        };
        most = most.max(own);
        // Blanks may stand between the sign and its value.
        if !(before == b'=' && byte.is_ascii_whitespace()) {
            before = byte;
        }
    }
    most
}

#[derive(Clone, Copy)]
enum State {
    Text,
    Tag,
    Quoted(u8),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_counted_and_values_are_not() {
        assert!(most("<p>a = b c d</p>") <= 1, "the sign of an end tag may count");
        assert_eq!(most("<p class=\"a b c\" id='x y' hidden>a</p>"), 3);
        assert_eq!(most("<p class = \"a b c\">"), 1);
        assert_eq!(most("<p><a href=x><b a b c d>"), 4);
        assert!(most(&format!("<p {}>", "a ".repeat(5_000))) >= 5_000);
        assert!(most(&format!("<p {}>", "a=\"x\"".repeat(5_000))) >= 4_999);
        assert!(most(&format!("<p {}>", "a/".repeat(5_000))) >= 5_000);
    }
}
