use super::*;

fn text(html: &str) -> Text {
    read(html.as_bytes(), &Options::default()).unwrap()
}

#[track_caller]
fn check(html: &str, expected: &str) {
    assert_eq!(text(html).readings[0], expected);
}

#[test]
fn blocks_stand_on_lines_of_their_own() {
    check(
        "<!doctype html><html><head><title>No words</title><style>p{}</style></head><body><h2>Law 16</h2>\n<h3>Tea</h3>\n\
         <p>Tea is\n   hot <b>and</b> wet.</p>\n<p>Then<br>\n  milk.</p><script>if (a < b) 'x'</script></body></html>",
        "Law 16\n\nTea\nTea is hot and wet.\nThen\nmilk.\n",
    );
}

#[test]
fn numbers_of_lists_become_visible() {
    let html =
        "<h2>Law 16</h2><ol type=A><li>Tea<ol><li>one cup:<ol type=a><li>hot<li>cold</ol></li><li value=5>five</ol>
        <li>Milk</ol><ol start=3><li>three</ol><ol style='list-style-type: lower-roman'><li>x</ol><ul><li>dot</ul>";
    check(html, "Law 16\nA. Tea\n1. one cup:\n   a. hot\n   b. cold\n5. five\nB. Milk\n3. three\n(i) x\ndot\n");
    let tabs = text(html).readings.last().unwrap().clone();
    assert!(tabs.contains("\nA.\tTea\n\t1.\tone cup:\n\t\ta.\thot\n\t\tb.\tcold\n\t5.\tfive\nB.\tMilk\n"), "{tabs}");
}

#[test]
fn lists_without_letters_keep_their_depth() {
    check(
        "<p>Artikel 16</p><ol><li>Heading<ol><li>one<ol><li>item</ol><li>two</ol><li>Heading</ol>",
        "Artikel 16\n1. Heading\n1. one\n   1. item\n2. two\n2. Heading\n",
    );
}

#[test]
fn a_label_that_is_typed_is_not_doubled() {
    check("<ol><li>A. Tea</li><li>1. Milk</li><li>Sugar</li></ol>", "A. Tea\n1. Milk\n3. Sugar\n");
}

#[test]
fn a_list_goes_on_after_its_sublist() {
    check(
        "<ol type=A><li>Tea<ol><li>one<p>more of one</p></li></ol><p>more of A</p></li></ol><p>after</p>",
        "A. Tea\n1. one\n   more of one\n   more of A\n\nafter\n",
    );
}

#[test]
fn suits_survive_from_signs_entities_and_pictures() {
    check(
        "<p>&spades; &#9829; &#x2666; &clubs; ♠ &#9824;&#65038; <img src='img/hearts.gif'> <img src=x.png alt=\"Diamond\">\
         <img src=photo.jpg></p>",
        "♠ ♥ ♦ ♣ ♠ ♠\u{fe0e} ♥ ♦\n",
    );
}

#[test]
fn white_space_of_preformatted_text_is_kept() {
    check("<pre>\nA.\tTea\n\t1.\thot\n\n    x</pre><p>y</p>", "A.\tTea\n\t1.\thot\n\n    x\ny\n");
}

#[test]
fn indents_and_tab_stops_inside_a_line_are_kept() {
    check("<p>A.\tTea</p><p>\t1.\thot</p><p>   a. wet</p>", "A.\tTea\n\t1.\thot\n   a. wet\n");
    check("<p>one<br>\n   1. two<br>\nthree</p>", "one\n   1. two\nthree\n");
    check("<p>one<br>\n      two<br>\n      three</p>", "one\ntwo\nthree\n");
    check("<p>&nbsp;&nbsp;&nbsp;1.&nbsp;x</p>", "\u{a0}\u{a0}\u{a0}1.\u{a0}x\n");
}

#[test]
fn lines_of_the_source_are_a_reading_of_their_own() {
    let page = text("<p>A.\tTea\n\t1.\thot\n   and wet</p>\n<p>\n    B.\n    Milk</p>");
    assert_eq!(page.readings[0], "A.\tTea 1.\thot and wet\nB. Milk\n");
    assert_eq!(page.readings[page.readings.len() - 2], "A.\tTea\n\t1.\thot\n   and wet\n\nB.\nMilk\n");
    let page = text("<p>1. hot\n   \nTea\n\n\n2. wet</p>");
    assert_eq!(page.readings[0], "1. hot Tea 2. wet\n");
    assert_eq!(page.readings[page.readings.len() - 2], "1. hot\n\nTea\n\n2. wet\n");
}

#[test]
fn empty_paragraphs_are_blank_lines() {
    check("<p>a</p><p></p><p>b</p><p>&nbsp;</p><p>c</p><br><p>d</p>", "a\n\nb\n\nc\n\nd\n");
}

#[test]
fn tables_become_tabs_and_frames_of_tables_do_not() {
    check("<table><tr><td>A.<td>Tea<tr><td><td>1.</td><td>hot</td></tr></table>", "A.\tTea\n\t1.\thot\n");
    check(
        "<table><tr><td><a href=x>Home</a></td><td><h2>Law 1</h2><p>Tea</p><table><tr><td>a<td>b</table></td></tr></table>",
        "Law 1\nTea\na\tb\n",
    );
}

#[test]
fn marks_of_notes_are_words_of_their_own() {
    check("<p>Tea<sup>1</sup> is hot.</p><p><sup>*</sup> Not iced.</p>", "Tea 1 is hot.\n* Not iced.\n");
}

#[test]
fn encodings_that_a_page_names() {
    let mut bytes = b"<meta charset=iso-8859-1><p>bl\xe5b\xe6r \x96 &euro;</p>".to_vec();
    assert_eq!(read(&bytes, &Options::default()).unwrap().readings[0], "blåbær – €\n");
    bytes = "<p>blåbær</p>".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(read(&bytes, &Options::default()).unwrap().readings[0], "blåbær\n");
}

#[test]
fn navigation_is_left_out_and_told() {
    let page = text(
        "<header class='top'><p>Club</p></header><nav><ul><li>Home<li>Laws</ul></nav><div class='calendar box'><table>\
         <tr><td>1<td>2<td>3</table></div><article><h2>Law 1</h2><p>Tea is hot, see <a href=l2.htm>law 2</a>.</p>\
         <p><a href=l2.htm>Law 2</a> | <a href=l0.htm>Law 0</a></p></article><footer>Mail us</footer>",
    );
    assert_eq!(page.readings[0], "Law 1\nTea is hot, see law 2.\n");
    assert_eq!(page.notes, ["6 lines left out: navigation and what stands around the text"]);
}

#[test]
fn contents_of_the_page_are_left_out_and_single_links_stay() {
    check(
        "<p><a href=#a>Tea</a></p><p>x</p><ul><li><a href=#a>Law 1</a><li><a href=#b>Law 2</a><li><a href=#c>Law 3</a></ul>\
         <h2><a href=l1.htm>Law 1</a></h2><p>Tea</p>",
        "Tea\nx\n\nLaw 1\nTea\n",
    );
}

#[test]
fn an_element_that_is_never_closed_swallows_nothing() {
    let long = "<p>Tea is hot and wet.</p>".repeat(20);
    assert_eq!(text(&format!("<nav>{long}")).readings[0].lines().count(), 20);
    assert_eq!(text(&format!("<head><p>{long}")).readings[0].lines().count(), 20);
}

#[test]
fn dates_in_headings_go_and_brackets_elsewhere_stay() {
    let page = text("<h2>§ 16. Tea [2009]</h2><p>Tea [2009]</p><h2>Milk [see 2]</h2>");
    assert_eq!(page.readings[0], "§ 16. Tea\nTea [2009]\n\nMilk [see 2]\n");
    assert_eq!(page.notes, ["1 dates in brackets at the end of headings were left out"]);
}

#[test]
fn a_page_of_frames_names_its_parts() {
    let page = "<frameset cols='20%,*'><frame src=menu.htm><frame src='laws/all.htm'><noframes>No frames</noframes>";
    let refused = read(page.as_bytes(), &Options::default()).unwrap_err();
    assert_eq!(refused.to_string(), "it holds no text, only frames that show menu.htm, laws/all.htm");
    assert_eq!(refused.remedy(), "save these and name them, or the folder that they are in");
}

#[test]
fn depth_costs_nothing() {
    for (tag, times) in
        [("div", 100_000), ("ol><li", 20_000), ("table><tr><td", 20_000), ("nav", 20_000), ("svg", 20_000)]
    {
        let mut page = format!("<{tag}>").repeat(times);
        page.push_str("<p>Tea</p>");
        let _ = read(page.as_bytes(), &Options::default());
    }
    let page = format!("<ol><li>{}", "</ol><li><td><p>x".repeat(10_000));
    assert!(read(page.as_bytes(), &Options::default()).is_ok());
}

#[test]
fn a_page_that_is_too_large_is_refused() {
    let page = vec![b'a'; limits::MARKUP + 1];
    let refused = read(&page, &Options::default()).unwrap_err();
    assert_eq!(refused.to_string(), "the page: more than 8 MiB, which no law book has");
}
