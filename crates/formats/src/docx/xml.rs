//! XML as a run of events: no tree, no recursion, no entities but those of XML itself.

use quick_xml::{Reader, XmlVersion, events};

use crate::{Refused, limits};

pub(super) enum Event<'e> {
    Start(Tag<'e>),
    End(&'e str),
    Text(&'e str),
}

/// The beginning of an element.
pub(super) struct Tag<'e> {
    /// Its name without the prefix of its name space.
    pub(super) name: &'e str,
    raw: &'e events::BytesStart<'e>,
}

impl Tag<'_> {
    /// The attribute of that name, whatever its name space.
    pub(super) fn get(&self, name: &str) -> Option<String> {
        let all = self.raw.attributes().flatten();
        let mut found = all.filter(|a| a.key.local_name().as_ref() == name);
        let value = found.next()?.normalized_value(XmlVersion::Implicit1_0).ok()?;
        Some(value.into_owned())
    }

    /// Its attribute `val`.
    pub(super) fn value(&self) -> Option<String> {
        self.get("val")
    }

    /// Whether it turns something on: `<w:b/>`, `<w:b w:val="1"/>`.
    pub(super) fn is_on(&self) -> bool {
        !matches!(self.value().as_deref(), Some("0" | "false" | "off" | "none"))
    }
}

/// Hands every event of a part to `each`, with the depth at which it stands.
///
/// # Errors
/// When the part is no XML, goes too deep or declares a document type; what `each` returns.
pub(super) fn events(
    text: &str,
    part: &str,
    mut each: impl FnMut(Event<'_>, usize) -> Result<(), Refused>,
) -> Result<(), Refused> {
    let mut reader = Reader::from_str(text);
    let mut depth = 0usize;
    loop {
        let event = reader.read_event().map_err(|e| {
            let line = text.get(..usize::try_from(reader.error_position()).unwrap_or(0)).unwrap_or("");
            Refused::damaged(format!("{part}, line {}", line.matches('\n').count() + 1), e)
        })?;
        match &event {
            events::Event::Eof => return Ok(()),
            events::Event::Start(tag) => {
                depth += 1;
                if depth > limits::DEPTH {
                    return Err(Refused::too_much(part, format!("{} elements within each other", limits::DEPTH)));
                }
                each(Event::Start(Tag { name: tag.local_name().as_ref(), raw: tag }), depth)?;
            }
            events::Event::Empty(tag) => {
                let name = tag.local_name();
                each(Event::Start(Tag { name: name.as_ref(), raw: tag }), depth + 1)?;
                each(Event::End(name.as_ref()), depth + 1)?;
            }
            events::Event::End(tag) => {
                each(Event::End(tag.local_name().as_ref()), depth)?;
                depth = depth.saturating_sub(1);
            }
            events::Event::Text(words) => each(Event::Text(&words.xml10_content()), depth)?,
            events::Event::CData(words) => each(Event::Text(&words.xml10_content()), depth)?,
            events::Event::GeneralRef(name) => {
                let sign = match name.resolve_char_ref() {
                    Ok(Some(sign)) => Some(sign.to_string()),
                    _ => match &**name {
                        "amp" => Some("&".to_owned()),
                        "lt" => Some("<".to_owned()),
                        "gt" => Some(">".to_owned()),
                        "quot" => Some("\"".to_owned()),
                        "apos" => Some("'".to_owned()),
                        // Others would have to be declared, and declarations are refused.
                        _ => None,
                    },
                };
                if let Some(sign) = sign {
                    each(Event::Text(&sign), depth)?;
                }
            }
            events::Event::DocType(_) => {
                return Err(Refused::damaged(part, "it declares a document type, which Word never does"));
            }
            events::Event::Comment(_) | events::Event::Decl(_) | events::Event::PI(_) => {}
        }
    }
}
