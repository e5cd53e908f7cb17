//! Languages that lawgrep can name and not read: a law text in one is refused by its name.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a panic is the report")]

mod common;

use common::lexicon;
use lawgrep_ingest::{NotLaw, Overrides, recognise};

/// An invented law of marbles in each.
const TEXTS: [(&str, &str); 25] = [
    (
        "German",
        "§ 12. Murmeln\n\nA. Wenn ein Spieler eine Murmel verliert, darf er sie nicht durch eine andere ersetzen. B. Der Spieler \
         muss warten, bis der Gegner die Karte auf den Tisch gelegt hat, und dann wird der Stich von dem Partner geprüft, \
         oder die Murmel ist verloren. Kein Spieler darf sich mit einem Stich zur Tür begeben.",
    ),
    (
        "French",
        "Article 12. Les billes\n\nA. Le joueur qui perd une bille ne peut pas la remplacer par une autre. B. Si le joueur est \
         dans le camp qui a donné la carte, il doit attendre que son partenaire pose la bille sur la table, ou la levée est \
         perdue pour cette donne. Les autres joueurs sont libres avec une bille dans leur sac.",
    ),
    (
        "Spanish",
        "Artículo 12. Las canicas\n\nA. El jugador que pierde una canica no puede cambiarla por otra. B. Cuando un jugador está \
         en la mesa con las cartas de su compañero, debe esperar para jugar, o la baza se pierde. Los jugadores que son más \
         lentos pueden pedir una canica al director, sin que por ello se pierda su mano.",
    ),
    (
        "Italian",
        "Articolo 12. Le biglie\n\nA. Il giocatore che perde una biglia non può cambiarla con una altra. B. Quando il giocatore \
         gioca le carte della presa, deve aspettare che il compagno sia pronto, come è scritto nella legge, e gli altri \
         giocatori sono liberi di prendere la biglia dal sacco.",
    ),
    (
        "Portuguese",
        "Artigo 12. Os berlindes\n\nA. O jogador que perde um berlinde não pode trocar por outro. B. Quando o jogador joga as \
         cartas da vaza, deve esperar que o seu parceiro esteja pronto, e os outros jogadores são livres para uma jogada com \
         os berlindes que estão ao lado da mesa.",
    ),
    (
        "Polish",
        "Przepis 12. Kulki\n\nA. Gracz, który zgubił kulkę, nie może jej zamienić na inną. B. Jeżeli gracz zagrywa kartę do \
         lewy, musi czekać, aż partner jest gotowy, lub lewa przepada. Gracze, którzy są wolni, mogą się nie spieszyć, gdy \
         przepis tego nie zabrania, a kulki są dla wszystkich.",
    ),
    (
        "Finnish",
        "Pykälä 12. Kuulat\n\nA. Pelaaja, joka kadottaa kuulan, ei voi vaihtaa sitä toiseen. B. Jos pelaaja pelaa kortin tikkiin, \
         hänen pitää odottaa, että pari on valmis, tai tikki on menetetty. Kun kortti on pöydässä, se ei ole kenenkään \
         muun, ja kuulat ovat myös pelaajan omia.",
    ),
    (
        "Icelandic",
        "12. grein. Kúlur\n\nA. Ef spilari týnir kúlu má hann ekki taka aðra í stað hennar. B. Þegar spilari hefur látið spil á \
         borðið verður hann að bíða þess að félagi hans sé tilbúinn, eða slagurinn tapast. Þeir sem eru seinir fá ekki \
         kúlu frá keppnisstjóra, og það er skýrt með öllu.",
    ),
    (
        "Faroese",
        "12. grein. Kúlur\n\nA. Um ein spælari missir eina kúlu, kann hann ikki taka eina aðra. B. Tá spælarin hevur lagt kortið á \
         borðið, verður hann at bíða, til makkarin er klárur, ella er stikkið farið. Teir, sum eru seinir, skulu ikki hava \
         kúlur frá leiðaranum, og tað er vist við øllum.",
    ),
    (
        "Norwegian Nynorsk",
        "§ 12. Kuler\n\nA. Dersom ein spelar mistar ei kule, kan ho ikkje bytast ut med noko anna. B. Når spelaren har lagt eit \
         kort på bordet, skal dei andre ikkje røre det, og makker må vente til noko skjer. Korkje han eller nokon frå dei \
         andre borda kjem til å få ei kule, same kva dei gjer. Det vert ikkje sagt korleis.",
    ),
    (
        "Afrikaans",
        "Artikel 12. Albasters\n\nA. As die speler sy albaster verloor, mag hy dit nie met 'n ander vervang nie. B. Die speler \
         moet wag vir sy maat, en die slag word nie gespeel voordat hulle gereed is nie. Hierdie reël is vir almal, en dis nie \
         vir die leier om daardie albaster te gee nie.",
    ),
    (
        "Czech",
        "Pravidlo 12. Kuličky\n\nA. Hráč, který ztratil kuličku, ji nemůže nahradit jinou. B. Jestliže hráč zahraje kartu, musí \
         čekat, že jeho partner je připraven, nebo není zdvih platný. Když jsou kuličky na stole, není možné být pro ně nebo \
         od nich, a zdvih je po hře.",
    ),
    (
        "Slovak",
        "Pravidlo 12. Guľôčky\n\nA. Hráč, ktorý stratil guľôčku, ju nemôže nahradiť inou. B. Ak hráč zahrá kartu, musí čakať, že \
         jeho partner je pripravený, alebo nie je zdvih platný. Keď sú guľôčky na stole, nie je možné byť pre ne alebo od \
         nich, a zdvih môže byť po hre.",
    ),
    (
        "Hungarian",
        "12. szabály. Golyók\n\nA. Az a játékos, aki elveszít egy golyót, nem cserélheti ki. B. Ha a játékos kártyát tett az \
         asztalra, meg kell várnia, hogy a partnere kész legyen, vagy az ütés elvész. Ezt a szabályt csak a játékosnak kell \
         tudnia, és nem lehet más, amely ebben segít.",
    ),
    (
        "Turkish",
        "Madde 12. Bilyeler\n\nA. Bir oyuncu bilyesini kaybederse, onun için başka bir bilye alamaz. B. Eğer oyuncu kart \
         oynadıktan sonra ortağı hazır değil ise, löve kaybolur veya beklenir. Bu kural için bir itiraz, oyuncunun kendisi \
         tarafından ve löve ile birlikte yapılan bir itiraz olarak kabul edilir.",
    ),
    (
        "Estonian",
        "Seadus 12. Kuulid\n\nA. Mängija, kes kaotab kuuli, ei või seda teisega asendada. B. Kui mängija on käinud kaardi, peab ta \
         ootama, kuni partner on valmis, või tihi on kadunud. See ei ole mängija tahe, mis siis loeb, ning tema kuul võib \
         pärast seda kaduda.",
    ),
    (
        "Latvian",
        "12. likums. Bumbiņas\n\nA. Spēlētājs, kas pazaudē bumbiņu, nevar to aizstāt. B. Ja spēlētājs ir uzlicis kārti, viņa \
         partneris nav gatavs vai stiķis ir zaudēts, tad pēc tam jāgaida, ka viņa roka ir tukša. Stiķis ar bumbiņu un kārts uz \
         galda tiek skaitīti par vienu.",
    ),
    (
        "Lithuanian",
        "12 taisyklė. Rutuliukai\n\nA. Žaidėjas, kuris pameta rutuliuką, negali jo pakeisti. B. Jei žaidėjas deda kortą, jo \
         partneris turi laukti arba kirtis yra prarastas, ir po to žaidėjo kirtis ne jo. Rutuliukai, su kuriais žaidžiama, yra \
         iš maišo, kad būtų pagal taisyklę.",
    ),
    (
        "Croatian",
        "Pravilo 12. Špekule\n\nA. Igrač koji izgubi špekulu ne može je zamijeniti. B. Ako igrač odigra kartu, mora čekati prema \
         pravilu, ili štih nije njegov. Igrača koji kasni nije dobro čekati, ali ne može se od njega uzeti špekula po volji, \
         kada su svi za stolom ili nisu.",
    ),
    (
        "Romanian",
        "Legea 12. Bile\n\nA. Un jucător care pierde o bilă nu poate lua alta din sac. B. Dacă jucătorul a jucat o carte în levată, \
         el trebuie să aștepte când partenerul este gata, sau levata nu este a lui. Bilele sunt pentru toți, și după joc se \
         pun în sac prin grija celui din urmă.",
    ),
    (
        "Catalan",
        "Article 12. Les bales\n\nA. El jugador que perd una bala ha de seguir amb les altres. B. Quan un jugador és a la taula amb \
         les cartes, pot esperar el seu company, o la basa és perduda. Els jugadors són lliures si aquest article els ho pot \
         permetre, i un altre jugador al costat també és lliure.",
    ),
    (
        "Greek",
        "Νόμος 12. Οι βόλοι\n\nΑ. Ο παίκτης που χάνει το βόλο δεν μπορεί να πάρει άλλον από το σακί. Β. Αν ο παίκτης είναι στο \
         τραπέζι με το φύλλο του, πρέπει να περιμένει για να είναι έτοιμος ο συμπαίκτης, ή η λεβέ χάνεται. Ο νόμος είναι για \
         όλους και δεν αλλάζει με το άρθρο.",
    ),
    (
        "Russian",
        "Закон 12. Шарики\n\nА. Игрок, который потерял шарик, не может взять другой. Б. Если игрок сделал ход, он должен ждать \
         партнёра, или взятка не его. Карту, что лежит на столе, может взять от игрока партнёр при его согласии, и это не за \
         столом решается, но по закону.",
    ),
    (
        "Bulgarian",
        "Закон 12. Топчета\n\nА. Играчът, който е изгубил топче, не може да вземе друго. Б. Ако играч е сложил карта, той трябва да \
         изчака партньора, или взятката се губи. При това картата, която е на масата, се взема от играча след като той каже, че \
         е готов, и с топчето да се играе.",
    ),
    (
        "Ukrainian",
        "Закон 12. Кульки\n\nА. Гравець, який загубив кульку, не може взяти іншу. Б. Якщо гравець поклав карту, він повинен чекати на \
         партнера, або взятка не його. Карта, що лежить на столі, та кулька, яка є в торбі, від цього не змінюється, і це з \
         часом стає відомо до кінця гри за законом.",
    ),
];

#[test]
fn a_text_in_another_language_is_refused_by_its_name() {
    let lexicon = lexicon();
    let mut wrong = Vec::new();
    for (name, text) in TEXTS {
        match recognise(text, "text.txt", &lexicon, &Overrides::default()) {
            Err(NotLaw::Foreign { name: told, .. }) if told == name => {}
            other => wrong.push(format!("{name}: {other:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_refusal_says_what_lawgrep_has() {
    let error = recognise(TEXTS[0].1, "x", &lexicon(), &Overrides::default()).unwrap_err();
    assert_eq!(error.to_string(), "it reads as German, and lawgrep has no German (it has da, en, nl, no, sv)");
    assert!(error.remedy().contains("CONTRIBUTING.md"));
}

/// What the known languages share with their neighbours does not make them one.
#[test]
fn no_known_language_reads_as_another() {
    let lexicon = lexicon();
    let corpus = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/companion");
    for language in &lexicon.languages {
        // All of it, and one law alone, in which a few words weigh more.
        let entries = std::fs::read_dir(corpus.join(&language.code)).unwrap().map(|entry| entry.unwrap().path());
        let texts: Vec<String> = entries.map(|path| std::fs::read_to_string(path).unwrap()).collect();
        for text in texts.iter().step_by(9).chain([&texts.concat()]) {
            let refused = recognise(text, "x", &lexicon, &Overrides::default());
            assert!(!matches!(refused, Err(NotLaw::Foreign { .. })), "{}: {refused:?}", language.name);
        }
    }
}

/// So that a word of a known language cannot be taken for a telling one of another.
#[test]
fn telling_words_are_frequent_in_no_known_language() {
    let lexicon = lexicon();
    assert!(lexicon.foreign.len() >= 20);
    for foreign in lexicon.foreign.iter() {
        for language in &lexicon.languages {
            let both: Vec<_> = foreign.telling.iter().filter(|w| language.frequent.contains(w)).collect();
            assert!(both.is_empty(), "{} and {}: {both:?}", foreign.name, language.name);
        }
        assert!(foreign.telling.len() >= 15, "{}", foreign.name);
        assert_eq!(lexicon.language(&foreign.code).map(|l| l.code.as_str()).filter(|c| *c == foreign.code), None);
    }
}

#[test]
fn the_user_may_read_it_as_a_neighbour() {
    let nynorsk = TEXTS.iter().find(|(name, _)| *name == "Norwegian Nynorsk").unwrap().1;
    let overrides = Overrides { lang: Some("no".to_owned()), code: Some(2017), id: None };
    assert_eq!(recognise(nynorsk, "x", &lexicon(), &overrides).unwrap().lang, "no");
}
