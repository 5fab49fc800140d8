//! `menu.csv`: a line for each thing that can be ordered.

use std::collections::{BTreeMap, BTreeSet};

use csv::{ReaderBuilder, StringRecord};

use super::business::is_id;
use super::faults::Sheet;
use crate::model::MenuItem;
use crate::money::Currency;
use crate::text::Text;

const NEEDED: [&str; 4] = ["id", "name", "category", "price"];
const ALSO: [&str; 7] =
    ["name_en", "description", "description_en", "category_en", "available", "stock", "allergens"];

pub(super) fn menu(text: &str, currency: Currency, sheet: &mut Sheet<'_>) -> Vec<MenuItem> {
    let mut reader = ReaderBuilder::new().flexible(true).trim(csv::Trim::All).from_reader(text.as_bytes());
    let Ok(headers) = reader.headers().cloned() else {
        sheet.on_line(1, "the first line cannot be read; it must name the columns");
        return Vec::new();
    };
    let columns: BTreeMap<&str, usize> =
        headers.iter().enumerate().map(|(place, name)| (name, place)).collect();
    for name in NEEDED.into_iter().filter(|name| !columns.contains_key(name)) {
        sheet.on_line(1, format!("there is no column `{name}`; add it"));
    }
    for name in columns.keys().filter(|name| !NEEDED.contains(name) && !ALSO.contains(name)) {
        sheet.on_line(
            1,
            format!("`{name}` is no column of a menu; use {}, {}", NEEDED.join(", "), ALSO.join(", ")),
        );
    }
    if !sheet.faults.is_empty() {
        return Vec::new();
    }
    let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
    for record in reader.records() {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                let line = error.position().map_or(1, csv::Position::line);
                sheet.on_line(
                    usize::try_from(line).unwrap_or(1),
                    format!("this line cannot be read: {error}"),
                );
                continue;
            }
        };
        let line = record.position().map_or(1, csv::Position::line);
        let line = Line { record: &record, columns: &columns, number: usize::try_from(line).unwrap_or(1) };
        if let Some(item) = line.item(currency, sheet) {
            if !seen.insert(item.id.clone()) {
                sheet.on_line(line.number, format!("there are two with the id `{}`; rename one", item.id));
            }
            found.push(item);
        }
    }
    found
}

struct Line<'a> {
    record: &'a StringRecord,
    columns: &'a BTreeMap<&'a str, usize>,
    number: usize,
}

impl Line<'_> {
    fn cell(&self, name: &str) -> &str {
        self.columns.get(name).and_then(|place| self.record.get(*place)).unwrap_or_default()
    }

    fn item(&self, currency: Currency, sheet: &mut Sheet<'_>) -> Option<MenuItem> {
        let before = sheet.faults.len();
        for name in NEEDED.into_iter().filter(|name| self.cell(name).is_empty()) {
            sheet.on_line(self.number, format!("`{name}` is empty; fill it in"));
        }
        let id = self.cell("id");
        if !id.is_empty() && !is_id(id) {
            sheet.on_line(self.number, format!("`{id}` is not an id; use small letters, digits and `-`"));
        }
        let price = self.cell("price");
        let minor = currency.parse(price);
        if minor.is_none() && !price.is_empty() {
            sheet.on_line(
                self.number,
                format!("`{price}` is not an amount of {currency}; write it as 85 or 85.50"),
            );
        }
        let available = match self.cell("available") {
            "" | "yes" | "true" | "sí" | "si" => true,
            "no" | "false" => false,
            other => {
                sheet.on_line(
                    self.number,
                    format!("`{other}` does not say whether it is available; use yes or no"),
                );
                false
            }
        };
        let stock = match self.cell("stock") {
            "" => None,
            text => {
                let stock = text.parse::<u32>().ok().map(i64::from);
                if stock.is_none() {
                    sheet.on_line(self.number, format!("`{text}` is not a number of pieces; use 0 or more"));
                }
                stock
            }
        };
        let allergens = self.cell("allergens").split(';').map(str::trim).filter(|name| !name.is_empty());
        let text = |name: &str, en: &str| Text::new(self.cell(name), Some(self.cell(en)));
        let item = MenuItem {
            id: id.to_owned(),
            name: text("name", "name_en"),
            description: text("description", "description_en"),
            category: text("category", "category_en"),
            price: minor?,
            available,
            stock,
            allergens: allergens.map(ToOwned::to_owned).collect(),
        };
        (sheet.faults.len() == before).then_some(item)
    }
}
