use super::*;

fn fixture(name: &str) -> Vec<u8> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/pdf").join(name);
    std::fs::read(path).unwrap()
}

#[test]
fn zz_show() {
    for name in ["plain.pdf"] {
        let text = read(&fixture(name)).unwrap();
        println!("===== {name} {:?}", text.notes);
        for reading in text.readings {
            println!("----\n{reading}");
        }
    }
}

#[test]
fn a_scan_is_told() {
    let refused = read(&fixture("scan.pdf")).unwrap_err();
    assert_eq!(refused.to_string(), "all 2 pages: pictures without text, as a scanner makes them");
    assert_eq!(refused.remedy(), "have its text recognised (OCR) and name the result");
}
