//! What elements and attributes mean.

use crate::label::Count;

/// Attributes of a tag, names in small letters.
pub(super) struct Attributes(pub(super) Vec<(String, String)>);

impl Attributes {
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    fn style(&self) -> String {
        self.get("style").unwrap_or("").to_ascii_lowercase().replace(' ', "")
    }

    /// Nobody sees it.
    pub(super) fn is_hidden(&self) -> bool {
        self.get("hidden").is_some() || self.style().contains("display:none")
    }

    /// It is around the text and not of it: by its role, its class or its id.
    pub(super) fn is_aside(&self) -> bool {
        const ROLES: [&str; 6] = ["navigation", "banner", "contentinfo", "search", "complementary", "menu"];
        const NAMES: [&str; 16] = [
            "nav",
            "navbar",
            "navigation",
            "menu",
            "mainmenu",
            "submenu",
            "breadcrumb",
            "breadcrumbs",
            "sidebar",
            "footer",
            "cookie",
            "cookies",
            "calendar",
            "share",
            "pager",
            "toolbar",
        ];
        let role = self.get("role").is_some_and(|role| ROLES.contains(&role));
        let named = |value: &str| {
            value.split(|c: char| !c.is_ascii_alphanumeric()).any(|w| NAMES.contains(&w.to_ascii_lowercase().as_str()))
        };
        role || ["class", "id"].iter().filter_map(|name| self.get(name)).any(named)
    }

    /// What a list counts in, by `type` or style.
    pub(super) fn count(&self) -> Option<Count> {
        let style = self.style();
        let named = style.split(';').find_map(|part| {
            let value = part.strip_prefix("list-style-type:").or_else(|| part.strip_prefix("list-style:"))?;
            Some(match value {
                "upper-alpha" | "upper-latin" => Count::Upper,
                "lower-alpha" | "lower-latin" => Count::Lower,
                "upper-roman" => Count::UpperRoman,
                "lower-roman" => Count::LowerRoman,
                "decimal" => Count::Decimal,
                "none" => Count::Nothing,
                _ => return None,
            })
        });
        named.or_else(|| match self.get("type")? {
            "A" => Some(Count::Upper),
            "a" => Some(Count::Lower),
            "I" => Some(Count::UpperRoman),
            "i" => Some(Count::LowerRoman),
            "1" => Some(Count::Decimal),
            _ => None,
        })
    }

    /// A number in an attribute, within what lists count to.
    pub(super) fn number(&self, name: &str) -> Option<i64> {
        self.get(name)?.trim().parse::<i64>().ok().filter(|n| (-9999..=9999).contains(n))
    }
}

/// Elements that have no end.
pub(super) fn is_void(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "br"
            | "col"
            | "embed"
            | "frame"
            | "hr"
            | "img"
            | "input"
            | "link"
            | "meta"
            | "param"
            | "source"
            | "track"
            | "wbr"
    )
}

/// Elements whose words are not of the page.
pub(super) fn is_mute(name: &str) -> bool {
    matches!(name, "script" | "style" | "template" | "svg" | "math" | "head" | "title" | "object" | "iframe" | "map")
}

/// Elements around the text.
pub(super) fn is_around(name: &str) -> bool {
    matches!(
        name,
        "nav" | "footer" | "aside" | "form" | "select" | "button" | "textarea" | "noscript" | "noframes" | "dialog"
    )
}

/// Elements that stand on lines of their own.
pub(super) fn is_block(name: &str) -> bool {
    matches!(
        name,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "body"
            | "center"
            | "caption"
            | "dd"
            | "details"
            | "dialog"
            | "dir"
            | "div"
            | "dl"
            | "dt"
            | "fieldset"
            | "figcaption"
            | "figure"
            | "footer"
            | "form"
            | "frameset"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "header"
            | "hgroup"
            | "hr"
            | "html"
            | "legend"
            | "li"
            | "main"
            | "menu"
            | "nav"
            | "noscript"
            | "noframes"
            | "ol"
            | "option"
            | "p"
            | "pre"
            | "search"
            | "section"
            | "summary"
            | "table"
            | "tbody"
            | "td"
            | "tfoot"
            | "th"
            | "thead"
            | "tr"
            | "ul"
    )
}

/// Whether it is one of the six headings.
pub(super) fn is_heading(name: &str) -> bool {
    matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
}
