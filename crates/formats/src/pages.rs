//! What is around the text of a page, and a text that came as a folder of pages.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    Format, Options, Refused, Text,
    flow::{Block, Flow, Kind},
    html,
    render::Shape,
};

/// Takes out of a page's blocks what is navigation and not text: by the page's own word, by links. Notes tell of it.
pub(crate) fn leave_out(flow: &mut Flow) {
    let letters = |keep: &dyn Fn(&Block) -> bool| flow.blocks.iter().filter(|b| keep(b)).map(Block::letters).sum();
    let all: usize = letters(&|_| true);
    let own: usize = letters(&|b| !b.aside);
    let content: usize = letters(&|b| !b.aside && b.content);
    let before = flow.blocks.len();
    // An element that was never closed would swallow the page: a text is at least a good part of it.
    if own * 5 >= all {
        flow.blocks.retain(|b| !b.aside);
        if content > 0 && content * 5 >= own * 2 {
            flow.blocks.retain(|b| b.content);
        }
    }
    without_links(&mut flow.blocks);
    tell(flow, before, "navigation and what stands around the text");
    let headings = flow.blocks.iter_mut().filter(|b| b.kind == Kind::Heading);
    let dated = headings.map(undate).filter(|dated| *dated).count();
    if dated > 0 {
        flow.notes.push(format!("{dated} dates in brackets at the end of headings were left out"));
    }
}

fn tell(flow: &mut Flow, before: usize, what: &str) {
    let gone = before.saturating_sub(flow.blocks.len());
    if gone > 0 {
        let lines = if gone == 1 { "1 line".to_owned() } else { format!("{gone} lines") };
        flow.notes.push(format!("{lines} left out: {what}"));
    }
}

/// Takes out lines that are nothing but links to other pages, and runs of lines that are links to this one: a table of
/// contents. A law has words around its links.
fn without_links(blocks: &mut Vec<Block>) {
    let is_link = |block: &Block, which: &[usize]| {
        let linked: usize = which.iter().filter_map(|n| block.linked.get(*n)).sum();
        linked > 0 && linked * 10 >= block.letters() * 9
    };
    let away: Vec<bool> = blocks.iter().map(|b| b.kind != Kind::Heading && is_link(b, &[0])).collect();
    let links: Vec<bool> = blocks.iter().map(|b| b.kind != Kind::Heading && is_link(b, &[0, 1])).collect();
    let mut gone = away;
    let mut at = 0;
    while at < links.len() {
        let run = links.iter().skip(at).take_while(|link| **link).count();
        if run >= 3 {
            gone.iter_mut().skip(at).take(run).for_each(|gone| *gone = true);
        }
        at += run.max(1);
    }
    let mut gone = gone.into_iter();
    blocks.retain(|_| !gone.next().unwrap_or(false));
}

/// Takes a date or a year in square brackets off the end of a heading.
fn undate(block: &mut Block) -> bool {
    let text = block.text.trim_end();
    let Some((rest, date)) = text.strip_suffix(']').and_then(|t| t.rsplit_once('[')) else { return false };
    let digits = date.chars().filter(char::is_ascii_digit).count();
    let is_date = (4..=8).contains(&digits) && date.chars().all(|c| c.is_ascii_digit() || "-./ ".contains(c));
    let rest = rest.trim_end().to_owned();
    if is_date && !rest.is_empty() {
        block.text = rest;
        return true;
    }
    false
}

/// Web pages of one folder as one text: a law a page, what they all have in common left out. The order is that of the page that
/// links to most of the others, else that of the numbers in their names.
///
/// # Errors
/// When a page is too large, or none has any text.
pub fn join(pages: &[(&str, &[u8])], options: &Options) -> Result<Text, Refused> {
    let mut read = Vec::new();
    for (name, bytes) in pages {
        let page = html::page(bytes, options)?;
        // A page of frames only says how to look at the others.
        if page.frames.is_empty() {
            read.push((*name, page));
        }
    }
    let order = order(&read);
    let mut whole = Flow::default();
    let common = common(&read);
    let mut before = 0;
    for at in order {
        let Some((_, page)) = read.get_mut(at) else { continue };
        let mut flow = std::mem::take(&mut page.flow);
        before += flow.blocks.len();
        flow.blocks.retain(|b| !common.contains(b.text.trim()));
        leave_out(&mut flow);
        if let Some(first) = flow.blocks.first_mut() {
            first.gap = true;
        }
        whole.blocks.append(&mut flow.blocks);
    }
    tell(&mut whole, before, "what the pages have in common, and navigation");
    whole.finish(Format::Html, "the pages", &Shape::UNPAGED)
}

/// Lines that stand on at least half of the pages, of three or more.
fn common(pages: &[(&str, html::Page)]) -> BTreeSet<String> {
    if pages.len() < 3 {
        return BTreeSet::new();
    }
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (_, page) in pages {
        let texts: BTreeSet<&str> = page.flow.blocks.iter().map(|b| b.text.trim()).collect();
        for text in texts {
            *counts.entry(text.to_owned()).or_default() += 1;
        }
    }
    counts.into_iter().filter(|(_, count)| count * 2 >= pages.len()).map(|(text, _)| text).collect()
}

/// The order in which the pages are read.
fn order(pages: &[(&str, html::Page)]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..pages.len()).collect();
    order.sort_by_cached_key(|at| pages.get(*at).map(|(name, _)| natural(name)));
    let place = |page: &html::Page, name: &str| {
        page.links.iter().position(|link| {
            let path = link.split(['#', '?']).next().unwrap_or("");
            path.rsplit(['/', '\\']).next().is_some_and(|file| file.eq_ignore_ascii_case(name))
        })
    };
    let found = |page: &html::Page| pages.iter().filter(|(name, _)| place(page, name).is_some()).count();
    let index = pages
        .iter()
        .enumerate()
        .map(|(n, (_, page))| (found(page), n))
        .max_by_key(|(found, n)| (*found, usize::MAX - n));
    let Some((found, index)) = index else { return order };
    if found * 2 < pages.len() || found < 2 {
        return order;
    }
    let Some((_, table)) = pages.get(index) else { return order };
    order.sort_by_cached_key(|at| match pages.get(*at) {
        Some((name, _)) if *at != index => place(table, name).map_or(usize::MAX, |n| n + 1),
        _ => 0,
    });
    order
}

/// A name that sorts by the numbers in it: `law9.htm` before `law10.htm`.
fn natural(name: &str) -> Vec<(u64, String)> {
    let mut parts = vec![(0, String::new())];
    let mut digits = String::new();
    for c in name.chars().chain(['\0']) {
        if c.is_ascii_digit() && digits.len() < 18 {
            digits.push(c);
            continue;
        }
        if !digits.is_empty() {
            parts.push((digits.parse().unwrap_or(u64::MAX), String::new()));
            digits.clear();
        }
        if let Some((_, text)) = parts.last_mut().filter(|_| c != '\0') {
            text.extend(c.to_lowercase());
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(pages: &[(&str, &str)]) -> Text {
        let pages: Vec<(&str, &[u8])> = pages.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
        join(&pages, &Options::default()).unwrap()
    }

    #[test]
    fn names_sort_by_their_numbers() {
        let mut names = ["law10.htm", "Law9.htm", "law9a.htm", "a.htm", "law100.htm"];
        names.sort_by_key(|name| natural(name));
        assert_eq!(names, ["a.htm", "Law9.htm", "law9a.htm", "law10.htm", "law100.htm"]);
    }

    #[test]
    fn what_pages_have_in_common_is_no_text() {
        let page =
            |n: u8| format!("<p>The club of cakes</p><h2>Law {n}</h2><p>Cake {n} is round.</p><a href=x.htm>Next</a>");
        let (a, b, c) = (page(2), page(10), page(9));
        let text = joined(&[("l10.htm", &b), ("l2.htm", &a), ("l9.htm", &c)]);
        assert_eq!(
            text.readings[0],
            "Law 2\nCake 2 is round.\n\nLaw 9\nCake 9 is round.\n\nLaw 10\nCake 10 is round.\n"
        );
        assert_eq!(text.notes, ["6 lines left out: what the pages have in common, and navigation"]);
    }

    #[test]
    fn an_index_page_gives_the_order() {
        let index = "<a href='b.htm'>One</a><br><a href='a.htm#x'>Two</a>";
        let text = joined(&[("a.htm", "<p>second</p>"), ("b.htm", "<p>first</p>"), ("index.htm", index)]);
        assert_eq!(text.readings[0], "first\n\nsecond\n");
    }
}
