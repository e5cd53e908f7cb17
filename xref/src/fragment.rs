use lawgrep_model::{Citation, Level};

/// As much of a citation as a text prints: all of it ("12C1b"), or only its end ("C2", "2(c)", "a").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Fragment {
    /// The law's number; `None` where the law is the one being read.
    pub law: Option<u16>,
    /// The section's letter, upper case.
    pub section: Option<char>,
    /// The subsection's number.
    pub subsection: Option<u8>,
    /// The item's letter, lower case.
    pub item: Option<char>,
    /// The sub-item's number, 1 for "(i)".
    pub subitem: Option<u8>,
}

impl Fragment {
    /// The provision it names by itself; `None` without a law number.
    pub fn absolute(self) -> Option<Citation> {
        let law = Citation::law(self.law?);
        if self.level() == Some(Level::Law) { Some(law) } else { self.below(law) }
    }

    /// The provision it names as a part of `base`: "C2" of a law, "2" of a section or of a law without sections, "a" of
    /// a section or subsection, "(i)" of an item. `None` where `base` has no such parts, and for a fragment with a law.
    pub fn below(self, base: Citation) -> Option<Citation> {
        let level = base.level();
        let starts_here = match (self.section, self.subsection, self.item, self.subitem) {
            (Some(_), ..) => level == Level::Law,
            (None, Some(_), ..) => matches!(level, Level::Law | Level::Section),
            (None, None, Some(_), _) => matches!(level, Level::Section | Level::Subsection),
            (None, None, None, Some(_)) => level == Level::Item,
            (None, None, None, None) => false,
        };
        if !starts_here || (self.law.is_some() && self.law != Some(base.law_number())) {
            return None;
        }
        let mut cite = base;
        if let Some(letter) = self.section {
            cite = cite.with_section(letter)?;
        }
        if let Some(number) = self.subsection {
            cite = cite.with_subsection(number);
        }
        if let Some(letter) = self.item {
            cite = cite.with_item(letter)?;
        }
        if let Some(number) = self.subitem {
            cite = cite.with_subitem(number)?;
        }
        Some(cite)
    }

    /// The other way to read a lone "(i)" or "(v)": as a sub-item.
    pub fn as_subitem(self) -> Option<Self> {
        let lone = self.law.is_none() && self.section.is_none() && self.subsection.is_none() && self.subitem.is_none();
        let number = Citation::roman(&self.item.filter(|_| lone)?.to_string())?;
        Some(Self { subitem: Some(number), ..Self::default() })
    }

    /// How deep it reaches; `None` for nothing at all.
    pub(crate) fn level(self) -> Option<Level> {
        match self {
            Self { subitem: Some(_), .. } => Some(Level::Subitem),
            Self { item: Some(_), .. } => Some(Level::Item),
            Self { subsection: Some(_), .. } => Some(Level::Subsection),
            Self { section: Some(_), .. } => Some(Level::Section),
            Self { law: Some(_), .. } => Some(Level::Law),
            _ => None,
        }
    }

    /// A number and nothing else: a law to some, a subsection to others.
    pub(crate) fn lone_number(self) -> Option<u16> {
        match self {
            Self { law: Some(n), section: None, subsection: None, item: None, subitem: None } => Some(n),
            Self { law: None, section: None, subsection: Some(n), item: None, subitem: None } => Some(u16::from(n)),
            _ => None,
        }
    }

    /// Both joined, `part` going on where `self` ends: `43` and "A1" make `43A1`. `None` where that makes no provision.
    pub(crate) fn joined(self, part: Self) -> Option<Self> {
        let cite = part.below(self.absolute()?)?;
        Some(Self::of(cite))
    }

    /// What `next` means as a further member of a list after `self`: it takes over what stands above its own level.
    /// "12C1 and 2" gives `12C2`, "75A and B" gives `75B`, "A1 and A2" leaves `A2`. `None` where nothing can be taken over.
    pub(crate) fn inherited_by(self, next: Self) -> Option<Self> {
        if next.law.is_some() {
            return None;
        }
        let mut whole = next;
        if next.section.is_none() {
            whole.section = self.section;
            if next.subsection.is_none() {
                whole.subsection = self.subsection;
                if next.item.is_none() {
                    whole.item = self.item;
                }
            }
        }
        whole.law = self.law;
        let reaches = match next {
            Self { section: Some(_), .. } => self.section.is_some(),
            Self { subsection: Some(_), .. } => self.subsection.is_some(),
            Self { item: Some(_), .. } => self.item.is_some(),
            Self { subitem: Some(_), .. } => self.subitem.is_some(),
            _ => false,
        };
        reaches.then_some(whole)
    }

    /// The fragment that prints the whole citation.
    pub(crate) fn of(cite: Citation) -> Self {
        Self {
            law: Some(cite.law_number()),
            section: cite.section(),
            subsection: cite.subsection(),
            item: cite.item(),
            subitem: cite.subitem(),
        }
    }

    /// Whether it stands before `other` in a book that has both. Fragments without a law stand in the same law.
    pub(crate) fn precedes(self, other: Self) -> bool {
        let key = |f: Self| (f.law, f.section, f.subsection, f.item, f.subitem);
        self.level() == other.level() && key(self) < key(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(section: Option<char>, subsection: Option<u8>, item: Option<char>) -> Fragment {
        Fragment { section, subsection, item, ..Fragment::default() }
    }

    fn cite(text: &str) -> Citation {
        text.parse().unwrap()
    }

    #[test]
    fn parts_hang_where_such_parts_stand() {
        let below = |f: Fragment, base: &str| f.below(cite(base)).map(|c| c.to_string());
        assert_eq!(below(part(Some('C'), Some(2), None), "12").as_deref(), Some("12C2"));
        assert_eq!(below(part(Some('C'), None, None), "12A"), None);
        assert_eq!(below(part(None, Some(2), Some('c')), "16D").as_deref(), Some("16D2c"));
        assert_eq!(below(part(None, Some(2), None), "71").as_deref(), Some("71#2"));
        assert_eq!(below(part(None, None, Some('b')), "50D1").as_deref(), Some("50D1b"));
        assert_eq!(below(part(None, None, Some('b')), "50"), None);
    }

    #[test]
    fn list_members_take_over_what_stands_above_them() {
        let first = Fragment::of(cite("12C1"));
        assert_eq!(first.inherited_by(part(None, Some(2), None)), Some(Fragment::of(cite("12C2"))));
        assert_eq!(first.inherited_by(part(Some('D'), None, None)), Some(Fragment::of(cite("12D"))));
        assert_eq!(first.inherited_by(part(None, None, Some('b'))), None);
        assert_eq!(Fragment::of(cite("69")).inherited_by(part(Some('B'), None, None)), None);
    }

    #[test]
    fn a_lone_i_is_also_a_sub_item() {
        assert_eq!(part(None, None, Some('i')).as_subitem().and_then(|f| f.subitem), Some(1));
        assert_eq!(part(None, None, Some('b')).as_subitem(), None);
        assert_eq!(part(None, Some(2), Some('i')).as_subitem(), None);
    }
}
