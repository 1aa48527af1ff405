//! Decodes HTML character references such as `&amp;`.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use encoding_rs::WINDOWS_1252;

/// Longer than any known name.
const NAME_BYTES_MAX: usize = 12;

/// Common visible characters, each after its name.
const NAMED: &str = "\
    amp& lt< gt> quot\" apos' ndash– mdash— hellip… lsquo‘ rsquo’ ldquo“ rdquo” sbquo‚ bdquo„ laquo« raquo» lsaquo‹ \
    rsaquo› bull• middot· sect§ para¶ copy© reg® trade™ deg° plusmn± times× divide÷ minus− ne≠ le≤ ge≥ asymp≈ equiv≡ \
    infin∞ sum∑ prod∏ radic√ part∂ int∫ isin∈ notin∉ cap∩ cup∪ sub⊂ sup⊃ sube⊆ supe⊇ empty∅ forall∀ exist∃ and∧ or∨ \
    not¬ larr← rarr→ uarr↑ darr↓ harr↔ lArr⇐ rArr⇒ hArr⇔ frac12½ frac14¼ frac34¾ sup1¹ sup2² sup3³ microµ euro€ \
    pound£ yen¥ cent¢ curren¤ iexcl¡ iquest¿ ordfª ordmº dagger† Dagger‡ permil‰ prime′ Prime″ check✓ cross✗ star☆ \
    starf★ hearts♥ lbrace{ rbrace} lcub{ rcub} lbrack[ rbrack] lsqb[ rsqb] lpar( rpar) num# ast* lowbar_ grave` \
    vert| verbar| bsol\\ sol/ colon: semi; comma, period. excl! quest? commat@ dollar$ percnt% plus+ equals= hyphen‐ \
    dash‐ agraveà aacuteá acircâ atildeã aumlä aringå aeligæ ccedilç egraveè eacuteé ecircê eumlë igraveì iacuteí \
    icircî iumlï ethð ntildeñ ograveò oacuteó ocircô otildeõ oumlö oslashø ugraveù uacuteú ucircû uumlü yacuteý \
    thornþ yumlÿ szligß oeligœ scaronš AgraveÀ AacuteÁ AcircÂ AtildeÃ AumlÄ AringÅ AEligÆ CcedilÇ EgraveÈ EacuteÉ \
    EcircÊ EumlË IacuteÍ NtildeÑ OacuteÓ OcircÔ OumlÖ OslashØ UacuteÚ UumlÜ ScaronŠ alphaα betaβ gammaγ deltaδ \
    epsilonε zetaζ etaη thetaθ iotaι kappaκ lambdaλ muμ nuν xiξ piπ rhoρ sigmaσ tauτ phiφ chiχ psiψ omegaω GammaΓ \
    DeltaΔ ThetaΘ LambdaΛ PiΠ SigmaΣ PhiΦ PsiΨ OmegaΩ";
/// Invisible characters.
const BLANK: &[(&str, char)] = &[
    ("nbsp", '\u{a0}'),
    ("Tab", '\t'),
    ("NewLine", '\n'),
    ("ensp", '\u{2002}'),
    ("emsp", '\u{2003}'),
    ("thinsp", '\u{2009}'),
    ("zwj", '\u{200d}'),
    ("zwnj", '\u{200c}'),
    ("shy", '\u{ad}'),
];

static CHARACTERS: LazyLock<HashMap<&str, char>> = LazyLock::new(|| {
    let shown = NAMED.split_whitespace().filter_map(|word| {
        let (at, character) = word.char_indices().next_back()?;
        Some((&word[..at], character))
    });
    shown.chain(BLANK.iter().copied()).collect()
});

pub(super) fn decode(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        decoded.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let end = rest.bytes().take(NAME_BYTES_MAX).position(|byte| byte == b';');
        match end.and_then(|end| Some((character(&rest[..end])?, end))) {
            Some((character, end)) => {
                decoded.push(character);
                rest = &rest[end + 1..];
            }
            None => decoded.push('&'),
        }
    }
    decoded.push_str(rest);
    Cow::Owned(decoded)
}

fn character(name: &str) -> Option<char> {
    let Some(number) = name.strip_prefix('#') else {
        return CHARACTERS.get(name).copied();
    };
    let number = match number.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16).ok()?,
        None => number.parse().ok()?,
    };
    match u8::try_from(number) {
        // Browsers read these numbers as Windows-1252.
        Ok(byte @ 0x80..=0x9f) => WINDOWS_1252.decode(&[byte]).0.chars().next(),
        _ => Some(
            char::from_u32(number)
                .filter(|c| *c != '\0')
                .unwrap_or(char::REPLACEMENT_CHARACTER),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_become_characters() {
        for (text, expected) in [
            ("a &lt; b &amp;&amp; c", "a < b && c"),
            ("&amp;lt;", "&lt;"),
            ("&#233;&#xE9;&#X1F600;", "éé😀"),
            ("&#150;&#0;&#xD800;&#99999999999;", "–\u{fffd}\u{fffd}&#99999999999;"),
            ("AT&T & &unknown; &; &é; &", "AT&T & &unknown; &; &é; &"),
            ("&nbsp;&rarr;", "\u{a0}→"),
        ] {
            assert_eq!(decode(text), expected);
        }
    }

    #[test]
    fn each_name_is_known_once() {
        assert_eq!(CHARACTERS.len(), NAMED.split_whitespace().count() + BLANK.len());
        assert!(
            CHARACTERS
                .keys()
                .all(|name| name.len() < NAME_BYTES_MAX && name.is_ascii())
        );
        for (name, expected) in [
            ("amp", '&'),
            ("quot", '"'),
            ("bsol", '\\'),
            ("apos", '\''),
            ("sup2", '²'),
            ("shy", '\u{ad}'),
        ] {
            assert_eq!(CHARACTERS[name], expected);
        }
    }
}
