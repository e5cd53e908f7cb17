//! Documents of Word: paragraphs with the numbers that Word gives them, tables, notes.

mod body;
mod numbering;
mod package;
mod styles;
mod xml;

use crate::{Format, Refused, Text, flow::Flow, render::Shape};

/// A file as text.
pub(crate) fn read(bytes: &[u8]) -> Result<Text, Refused> {
    let mut package = package::Package::open(bytes)?;
    let main = package.main_part();
    let document = package.required(&main)?;
    let beside = |name: &str| main.rsplit_once('/').map_or(name.to_owned(), |(folder, _)| format!("{folder}/{name}"));
    let mut part = |name: &str| package.optional(&beside(name));
    let styles = styles::Styles::read(&part("styles.xml")?)?;
    let numbering = numbering::Numbering::read(&part("numbering.xml")?)?;
    let footnotes = body::notes(&part("footnotes.xml")?, "footnotes.xml", &styles)?;
    let endnotes = body::notes(&part("endnotes.xml")?, "endnotes.xml", &styles)?;
    let blocks = body::read(&document, &main, &styles, numbering, [footnotes, endnotes])?;
    Flow { blocks, notes: Vec::new() }.finish(Format::Docx, "the document", &Shape::UNPAGED)
}

#[cfg(test)]
mod tests;
