use tantivy::schema::{Field, IndexRecordOption, Schema, SchemaBuilder, TextFieldIndexing, TextOptions};

/// What the schema calls the [`Cut`](crate::cut::Cut) of all its fields.
pub(crate) const CUT: &str = "cut";

/// How many fields an index has.
pub(crate) const FIELDS: usize = 10;

/// The fields of an index. Writer and reader both take them from [`Fields::new`], so they cannot differ.
///
/// Where a word stands times the form it stands in. A unit's document has the unit's number; nothing is stored.
#[derive(Debug, Clone)]
pub(crate) struct Fields {
    pub(crate) schema: Schema,
    /// The unit's own heading, a definition's term.
    pub(crate) heading: Forms,
    /// Its text and its notes.
    pub(crate) body: Forms,
    /// The headings of the provisions that it stands in.
    pub(crate) above: Forms,
    /// Its citations as they are written canonically.
    pub(crate) cite: Field,
}

/// One place in the forms that are compared.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Forms {
    /// Folded words; with positions where phrases are looked for.
    pub(crate) word: Field,
    /// Their stems.
    pub(crate) stem: Field,
    /// Stems in plain letters, of the words that have others.
    pub(crate) plain: Field,
}

impl Fields {
    pub(crate) fn new() -> Self {
        let mut builder = Schema::builder();
        let heading = Forms::add(&mut builder, "heading", true);
        let body = Forms::add(&mut builder, "body", true);
        let above = Forms::add(&mut builder, "above", false);
        let cite = builder.add_text_field("cite", options(IndexRecordOption::Basic, false));
        Self { schema: builder.build(), heading, body, above, cite }
    }

    /// The field that keeps how many words a field has in each unit; stems are as many as words, so they keep none.
    pub(crate) fn lengths(&self, of: Field) -> Field {
        let places = [self.heading, self.body];
        places.iter().find(|place| place.stem == of).map_or(of, |place| place.word)
    }
}

/// Which fields of an index have any word. The engine makes an empty dictionary anew, and a large one, for every field that
/// is looked into and has none.
#[derive(Debug, Clone, Default)]
pub(crate) struct Filled(u32);

impl Filled {
    /// Of fields that have a word.
    pub(crate) fn of(fields: impl Iterator<Item = Field>) -> Self {
        Self(fields.fold(0, |bits, field| bits | bit(field)))
    }

    pub(crate) fn has(&self, field: Field) -> bool {
        self.0 & bit(field) != 0
    }

    /// The fields that either has.
    pub(crate) fn or(&self, other: &Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) fn bytes(&self) -> [u8; 4] {
        self.0.to_le_bytes()
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(|bytes| Self(u32::from_le_bytes(bytes)))
    }
}

fn bit(field: Field) -> u32 {
    1u32.checked_shl(field.field_id()).unwrap_or_default()
}

impl Forms {
    /// `own`: words of the unit itself, whose number counts against a match and which phrases are looked for in.
    fn add(builder: &mut SchemaBuilder, place: &str, own: bool) -> Self {
        let positions = if own { IndexRecordOption::WithFreqsAndPositions } else { IndexRecordOption::WithFreqs };
        let mut field =
            |form: &str, record, norms| builder.add_text_field(&format!("{place}_{form}"), options(record, norms));
        Self {
            word: field("word", positions, own),
            stem: field("stem", IndexRecordOption::WithFreqs, false),
            plain: field("plain", IndexRecordOption::WithFreqs, false),
        }
    }
}

fn options(record: IndexRecordOption, norms: bool) -> TextOptions {
    let indexing = TextFieldIndexing::default().set_tokenizer(CUT).set_index_option(record).set_fieldnorms(norms);
    TextOptions::default().set_indexing_options(indexing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fields_are_counted() {
        assert_eq!(Fields::new().schema.fields().count(), FIELDS);
    }
}
