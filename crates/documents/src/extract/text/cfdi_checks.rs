//! Whether an invoice agrees with itself. Amounts are whole millionths, as CFDI allows six decimals; nothing is rounded.
//!
//! The tax office lets every line be rounded by itself, so sums may differ by a cent for each line that goes into them.

use conserje_guard::is_rfc;

use super::super::xml::Element;
use super::cfdi::of;

const CENT: i128 = 10_000;

/// What was looked at, and what is wrong with it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Check {
    pub(super) name: &'static str,
    pub(super) fault: Option<String>,
}

pub(super) fn checks(root: &Element) -> [Check; 6] {
    let stamp = root.find("TimbreFiscalDigital");
    [
        Check { name: "cfdi.check.uuid", fault: uuid(of(stamp, "UUID")) },
        Check { name: "cfdi.check.issuer_rfc", fault: rfc("issuer", of(root.child("Emisor"), "Rfc")) },
        Check { name: "cfdi.check.receiver_rfc", fault: rfc("receiver", of(root.child("Receptor"), "Rfc")) },
        Check { name: "cfdi.check.subtotal", fault: subtotal(root) },
        Check { name: "cfdi.check.taxes", fault: taxes(root) },
        Check { name: "cfdi.check.total", fault: total(root) },
    ]
}

fn uuid(text: &str) -> Option<String> {
    if text.is_empty() {
        return Some("This invoice is not stamped: it has no fiscal folio (UUID)".to_owned());
    }
    let groups: Vec<_> = text.split('-').collect();
    let is_sound = groups.iter().map(|group| group.len()).eq([8, 4, 4, 4, 12])
        && groups.iter().all(|group| group.bytes().all(|byte| byte.is_ascii_hexdigit()));
    (!is_sound).then(|| format!("`{}` is not a fiscal folio (UUID)", shown(text)))
}

fn rfc(whose: &str, text: &str) -> Option<String> {
    if text.is_empty() {
        return Some(format!("The {whose} has no RFC"));
    }
    (!is_rfc(text)).then(|| {
        format!("The {whose}'s RFC `{}` does not hold: its check digit or date is wrong", shown(text))
    })
}

fn subtotal(root: &Element) -> Option<String> {
    let items: Vec<_> =
        root.child("Conceptos").into_iter().flat_map(|items| items.named("Concepto")).collect();
    let said = amount(of(Some(root), "SubTotal"));
    let sum = items.iter().map(|item| amount(of(Some(item), "Importe"))).sum::<Result<i128, _>>();
    differs("The items", sum, "the subtotal", said, items.len())
}

/// The taxes said in all, against the taxes one by one.
fn taxes(root: &Element) -> Option<String> {
    let all = root.child("Impuestos")?;
    let groups = [
        ("Traslados", "Traslado", "TotalImpuestosTrasladados", "transferred"),
        ("Retenciones", "Retencion", "TotalImpuestosRetenidos", "withheld"),
    ];
    groups.into_iter().find_map(|(group, one, name, which)| {
        let each: Vec<_> = all.child(group)?.named(one).collect();
        let said = amount(of(Some(all), name));
        let sum = each.iter().map(|tax| amount(of(Some(tax), "Importe"))).sum::<Result<i128, _>>();
        differs(&format!("The {which} taxes"), sum, "their total", said, each.len())
    })
}

fn total(root: &Element) -> Option<String> {
    let taxes = root.child("Impuestos");
    let local = root.find("ImpuestosLocales");
    let sum = || -> Result<i128, String> {
        let mut sum = amount(of(Some(root), "SubTotal"))? - amount(of(Some(root), "Descuento"))?;
        sum +=
            amount(of(taxes, "TotalImpuestosTrasladados"))? - amount(of(taxes, "TotalImpuestosRetenidos"))?;
        sum += amount(of(local, "TotaldeTraslados"))? - amount(of(local, "TotaldeRetenciones"))?;
        Ok(sum)
    };
    let lines = root.child("Conceptos").map_or(0, |items| items.named("Concepto").count());
    differs("Subtotal, discount and taxes", sum(), "the total", amount(of(Some(root), "Total")), lines)
}

fn differs(
    what: &str,
    sum: Result<i128, String>,
    other: &str,
    said: Result<i128, String>,
    lines: usize,
) -> Option<String> {
    let (sum, said) = match (sum, said) {
        (Ok(sum), Ok(said)) => (sum, said),
        (Err(fault), _) | (_, Err(fault)) => return Some(fault),
    };
    let allowed = CENT * i128::try_from(lines.max(1)).unwrap_or(1);
    (sum.abs_diff(said) > allowed.unsigned_abs())
        .then(|| format!("{what} come to {}, {other} says {}", written(sum), written(said)))
}

/// In millionths; nothing said is nothing.
fn amount(text: &str) -> Result<i128, String> {
    let fault = || format!("`{}` is no amount", shown(text));
    let text = text.trim();
    if text.is_empty() {
        return Ok(0);
    }
    let (is_negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
    let are_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty()
        || whole.len() > 18
        || decimals.len() > 6
        || !are_digits(whole)
        || !are_digits(decimals)
    {
        return Err(fault());
    }
    let millionths: i128 = format!("{whole}{decimals:0<6}").parse().map_err(|_| fault())?;
    Ok(if is_negative { -millionths } else { millionths })
}

fn written(millionths: i128) -> String {
    let sign = if millionths < 0 { "-" } else { "" };
    let size = millionths.unsigned_abs();
    let decimals = format!("{:06}", size % 1_000_000);
    let (cents, rest) = decimals.split_at_checked(2).unwrap_or((&decimals, ""));
    format!("{sign}{}.{cents}{}", size / 1_000_000, rest.trim_end_matches('0'))
}

/// Enough to recognise it.
fn shown(text: &str) -> String {
    text.chars().take(60).collect()
}

#[cfg(test)]
#[path = "cfdi_checks_tests.rs"]
mod tests;
