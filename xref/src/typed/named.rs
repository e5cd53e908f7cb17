/// Names that a pipe prints with a number or term after a slash; exports write a colon.
const PREFIXES: [&str; 9] = ["def", "ex", "ans", "screen", "note", "chapter", "toc", "matter", "reg"];
/// Names that stand alone.
const ALONE: [&str; 2] = ["foreword", "intro"];

/// The name of a unit that is no provision, as `UnitKey::pipe` or `UnitKey::json` writes it, its first part in any case.
pub(super) fn name(text: &str) -> Option<String> {
    let text = text.trim();
    let lower = text.to_lowercase();
    if ALONE.contains(&lower.as_str()) {
        return Some(lower);
    }
    let cut = text.find(['/', ':'])?;
    let (prefix, rest) = (text.get(..cut)?, text.get(cut + 1..)?.trim());
    let known = PREFIXES.contains(&prefix.to_ascii_lowercase().as_str());
    let slash = text.get(cut..)?.starts_with('/');
    let prefix = if slash { prefix.to_ascii_lowercase() + "/" } else { prefix.to_ascii_uppercase() + ":" };
    (known && !rest.is_empty()).then(|| prefix + rest)
}
