use lawgrep_model::Edition;
use lawgrep_shelf::{Library, bundle::Bundle, store::Store};

use crate::{
    failure::{Failure, Stop},
    flags::Pick,
    output, platform,
    text::quoted,
};

/// What a reading command works with: the library, and which of its editions count.
pub(crate) struct Session {
    pub(crate) library: Library,
    /// Places of the editions that the flags leave, in the order of rank.
    pub(crate) chosen: Vec<usize>,
    /// The languages that `--lang` names, in its order.
    pub(crate) langs: Vec<String>,
    /// Place of the first edition that `--edition` names.
    named: Option<usize>,
    /// Places of the editions that the flags other than `--edition` leave.
    others: Vec<usize>,
}

/// The user's shelf. What it has to tell goes to standard error.
pub(crate) fn store() -> Result<Store, Stop> {
    let store = Store::of_user(platform::home()).map_err(|e| Stop::from(&e))?;
    Ok(store.telling(|notice| output::aside(&notice.to_string())))
}

/// The editions inside the program.
pub(crate) fn bundle(bytes: &'static [u8]) -> Result<Bundle, Stop> {
    Bundle::open(bytes).map_err(|e| Failure::new(format!("{e}; install lawgrep again")).into())
}

impl Session {
    /// Opens the library and looks the flags up in it.
    pub(crate) fn open(bytes: &'static [u8], pick: &Pick) -> Result<&'static mut Self, Stop> {
        // The process ends with the command; taking its books apart again would cost as much as reading them.
        Ok(Box::leak(Box::new(Self::preferring(bytes, pick, &[], store().ok())?)))
    }

    /// The same for a command that looks at nothing but what the flags name. Where that is one edition by its id, the other
    /// editions of the shelf are not even listed, so that a large shelf costs nothing.
    pub(crate) fn open_narrow(bytes: &'static [u8], pick: &Pick) -> Result<&'static mut Self, Stop> {
        let only = match pick.edition.as_slice() {
            [id] if pick.lang.is_empty() && pick.code.is_empty() => id.parse().ok(),
            _ => None,
        };
        let library =
            only.map_or(Ok(None), |id| Library::open_one(&bundle(bytes)?, store().ok(), &id).map_err(Stop::from));
        match library? {
            Some(library) => Ok(Box::leak(Box::new(Self::of(library, pick)?))),
            None => Self::open(bytes, pick),
        }
    }

    /// The same, with the editions of these ids and languages first. Without a data folder there is nothing imported; the
    /// program's own editions can be read all the same.
    pub(crate) fn preferring(
        bytes: &'static [u8],
        pick: &Pick,
        first: &[String],
        store: Option<Store>,
    ) -> Result<Self, Stop> {
        let mut library = Library::open(&bundle(bytes)?, store)?;
        library.prefer(first);
        Self::of(library, pick)
    }

    fn of(library: Library, pick: &Pick) -> Result<Self, Stop> {
        let chosen = choose(&library, pick)?;
        let known = |lang: &String| library.lexicon().language(lang).map(|l| l.code.clone());
        let langs = pick.lang.iter().filter_map(known).collect();
        let named = pick.edition.first().and_then(|id| library.position(id));
        let apart = Pick { edition: Vec::new(), ..pick.clone() };
        let others = if named.is_some() { choose(&library, &apart)? } else { Vec::new() };
        Ok(Self { library, chosen, langs, named, others })
    }

    /// The first edition that `--edition` names.
    pub(crate) fn first_named(&self) -> Option<usize> {
        self.named
    }

    pub(crate) fn edition(&self, at: usize) -> Result<&Edition, Stop> {
        self.library
            .editions()
            .get(at)
            .ok_or_else(|| Failure::new("internal error: no such edition; please report it").into())
    }

    /// The editions to set side by side, the one that orders the rows first. One that is named by itself has all others at hand
    /// that the other flags leave beside it; several that are named stand as they are named.
    pub(crate) fn side_by_side(&self) -> Vec<usize> {
        let mut order = self.by_language();
        let Some(named) = self.named else { return order };
        if let [only] = self.chosen.as_slice() {
            order = self.others.clone();
            order.retain(|at| at != only);
        }
        order.retain(|at| *at != named);
        order.insert(0, named);
        order
    }

    /// The chosen editions with those in the user's language first: the order of `--lang`, else the language of `LC_ALL`,
    /// `LC_MESSAGES`, `LANG`, else English. Where the environment names a language that is not known, all count alike.
    pub(crate) fn by_language(&self) -> Vec<usize> {
        let first = self.speaks();
        let mut order = self.chosen.clone();
        order.sort_by_key(|at| {
            let lang = self.library.editions().get(*at).map_or("", |e| e.lang.as_str());
            first.iter().position(|l| l == lang).unwrap_or(first.len())
        });
        order
    }

    /// The languages of the user, in that order.
    pub(crate) fn speaks(&self) -> Vec<String> {
        let named = platform::locale().map_or_else(String::new, |(locale, _)| locale);
        let own = if platform::is_plain(&named) { "en" } else { named.as_str() };
        let own = self.library.lexicon().language(own).map(|l| l.code.clone());
        if self.langs.is_empty() { own.into_iter().collect() } else { self.langs.clone() }
    }
}

/// Places of the editions that the flags leave.
fn choose(library: &Library, pick: &Pick) -> Result<Vec<usize>, Stop> {
    let editions = library.editions();
    let at_hand = |of: &dyn Fn(&Edition) -> String| {
        let mut all: Vec<String> = Vec::new();
        for edition in editions {
            let name = of(edition);
            if !all.contains(&name) {
                all.push(name);
            }
        }
        all.join(", ")
    };
    let mut langs = Vec::new();
    for lang in &pick.lang {
        let known = library.lexicon().language(lang).map(|l| l.code.clone());
        match known.filter(|code| editions.iter().any(|e| e.lang == *code)) {
            Some(code) => langs.push(code),
            None => {
                let has = at_hand(&|e| e.lang.clone());
                return fail(format!("no edition in language `{}` is at hand; there are {has}", quoted(lang)));
            }
        }
    }
    let mut codes = Vec::new();
    for code in &pick.code {
        match code.parse::<u16>().ok().filter(|year| editions.iter().any(|e| e.code == *year)) {
            Some(year) => codes.push(year),
            None => {
                let has = at_hand(&|e| e.code.to_string());
                return fail(format!("no edition of code `{}` is at hand; there are {has}", quoted(code)));
            }
        }
    }
    if let Some(id) = pick.edition.iter().find(|id| library.position(id).is_none()) {
        let has = at_hand(&|e| e.id.to_string());
        return fail(format!("no edition `{}` is at hand; there are {has}", quoted(id)));
    }
    let fits = |e: &Edition| {
        (pick.edition.is_empty() || pick.edition.iter().any(|id| id == e.id.as_str()))
            && (langs.is_empty() || langs.contains(&e.lang))
            && (codes.is_empty() || codes.contains(&e.code))
    };
    let chosen: Vec<usize> = editions.iter().enumerate().filter(|(_, e)| fits(e)).map(|(at, _)| at).collect();
    if chosen.is_empty() {
        return fail("these flags together leave no edition; lawgrep editions lists what is at hand".to_owned());
    }
    Ok(chosen)
}

fn fail<T>(line: String) -> Result<T, Stop> {
    Err(Failure::new(line).into())
}
