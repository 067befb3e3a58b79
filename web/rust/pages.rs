//! Pages that stand alone: one file each, with style, script and data inside.

const REPORT: &str = include_str!("../dist/report.html");
const EXPLAIN: &str = include_str!("../dist/explain.html");

/// Where the language and the data go.
const LANGUAGE: &str = "<html lang=\"en\"";
const DATA: &str = "\"LUOZI-DATA\"";

/// The report of a run. `data` is one JSON value, `lang` the language it opens in, `en` or `zh`.
pub fn report(data: &str, lang: &str) -> String {
    filled(REPORT, data, lang)
}

/// A searched graph to walk in. `data` is one JSON value, `lang` the language it opens in, `en` or `zh`.
pub fn explain(data: &str, lang: &str) -> String {
    filled(EXPLAIN, data, lang)
}

fn filled(page: &str, data: &str, lang: &str) -> String {
    // `<` inside JSON strings would let a text end the script element.
    let data = data.replace('<', "\\u003c");
    // The data last: what it holds is not searched for marks.
    page.replacen(LANGUAGE, &format!("<html lang=\"{lang}\""), 1).replacen(DATA, &data, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_stand_alone_and_take_their_data() {
        for page in [report, explain] {
            let text = page("{\"text\":\"</script> LUOZI-DATA\"}", "zh");
            assert!(text.starts_with("<!doctype html>\n<html lang=\"zh\" "), "{}", &text[..60]);
            let data = text.split("<script id=\"data\" type=\"application/json\">").nth(1).unwrap();
            let data = data.split("</script>").next().unwrap();
            assert_eq!(data, "{\"text\":\"\\u003c/script> LUOZI-DATA\"}");
            assert!(text.contains("default-src 'none'"));
            assert_eq!((text.matches("<script").count(), text.matches("</script>").count()), (2, 2));
            for outside in [" src=", "<link", "url(http", "@import", "import("] {
                assert!(!text.contains(outside), "{outside}");
            }
            // Names of name spaces are the only addresses.
            assert_eq!(text.matches("://").count(), text.matches("http://www.w3.org/").count());
        }
    }
}
