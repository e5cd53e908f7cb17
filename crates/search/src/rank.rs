use lawgrep_model::{Level, Unit, UnitKey};

/// What a unit counts for in ranking. One byte a unit is kept beside the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rank {
    Law,
    Section,
    Deeper,
    Definition,
    Remark,
    ScreenRule,
    Exercise,
    Chapter,
    Matter,
    Contents,
}

impl Rank {
    /// By their bytes.
    pub(crate) const ALL: [Self; 10] = [
        Self::Law,
        Self::Section,
        Self::Deeper,
        Self::Definition,
        Self::Remark,
        Self::ScreenRule,
        Self::Exercise,
        Self::Chapter,
        Self::Matter,
        Self::Contents,
    ];

    pub(crate) fn of(unit: &Unit) -> Self {
        match &unit.key {
            UnitKey::Provision(_) | UnitKey::Section(_) => {
                match unit.key.citation().or(unit.key.own()).map(|c| c.level()) {
                    Some(Level::Law) => Self::Law,
                    Some(Level::Section) => Self::Section,
                    _ => Self::Deeper,
                }
            }
            UnitKey::Definition(_) => Self::Definition,
            UnitKey::Remark(_) => Self::Remark,
            UnitKey::ScreenRule(_) => Self::ScreenRule,
            UnitKey::Exercise(_) | UnitKey::Answer(_) => Self::Exercise,
            UnitKey::Chapter(_) => Self::Chapter,
            UnitKey::Foreword | UnitKey::Introduction | UnitKey::Matter(_) => Self::Matter,
            UnitKey::Contents(_) => Self::Contents,
        }
    }

    pub(crate) fn byte(self) -> u8 {
        self as u8
    }

    pub(crate) fn from_byte(byte: u8) -> Option<Self> {
        Self::ALL.get(usize::from(byte)).copied()
    }

    /// Hits of a higher tier come after all hits of a lower one, whatever their score: a table of contents repeats every
    /// heading and rules nothing.
    pub(crate) fn tier(self) -> u8 {
        match self {
            Self::Chapter => 1,
            Self::Matter => 2,
            Self::Contents => 3,
            _ => 0,
        }
    }

    /// What the whole score is multiplied by.
    pub(crate) fn weight(self) -> f32 {
        match self {
            Self::Remark | Self::ScreenRule => 0.9,
            Self::Exercise => 0.6,
            _ => 1.0,
        }
    }

    /// What a word in its own heading is multiplied by. A word that heads a law says what the law is about; one that
    /// heads an item may be no more than its first words; a definition says what a word means, not what to do.
    pub(crate) fn heading(self) -> f32 {
        match self {
            Self::Law => 1.6,
            Self::Section => 1.2,
            Self::Deeper => 0.8,
            Self::Definition => 0.7,
            _ => 1.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_names_its_rank() {
        for rank in Rank::ALL {
            assert_eq!(Rank::from_byte(rank.byte()), Some(rank));
        }
        assert_eq!(Rank::from_byte(Rank::ALL.len() as u8), None);
    }
}
