use proptest::prelude::*;

use super::*;

fn faults(business: &str, menu: Option<&str>) -> String {
    let files = Files {
        business: (Path::new("business.toml"), business),
        menu: menu.map(|text| (Path::new("menu.csv"), text)),
    };
    import(files).unwrap_err().to_string()
}

const GOOD: &str = r#"
name = "Casa Luna"
currency = "EUR"

[[branch]]
id = "sol"
name = "Sol"
address = "Calle Mayor 1"
city = "Madrid"
time_zone = "Europe/Madrid"
hours.mon-fri = ["13:00-16:00", "20:00-01:00"]
"#;

#[test]
fn the_three_demo_businesses_are_read() {
    for name in ["dental", "medical", "restaurant"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/frontdesk/demo").join(name);
        let business = read_folder(&folder).unwrap_or_else(|error| panic!("{error}"));
        assert!(!business.branches.is_empty() && !business.services.is_empty(), "{name}");
        assert_eq!(business.policies.len(), 5, "{name}");
        assert_eq!(name == "restaurant", !business.menu.is_empty());
        // What is kept is what was read.
        for branch in &business.branches {
            let kept = serde_json::to_string(branch).unwrap();
            assert_eq!(serde_json::from_str::<crate::model::Branch>(&kept).unwrap(), *branch);
        }
        for staff in &business.staff {
            let kept = serde_json::to_string(staff).unwrap();
            assert_eq!(serde_json::from_str::<crate::model::Staff>(&kept).unwrap(), *staff);
        }
    }
}

#[test]
fn country_and_emergency_numbers_are_read_written_and_read_again() {
    for (written, country, numbers) in [
        ("", None, vec![]),
        ("country = \"mx\"\nemergency = \"065\"", Some("MX"), vec!["065"]),
        (
            "emergency = [{ number = \"112\" }, { number = \"+34 91 562 04 20\", label = \"toxicología\" }]",
            None,
            vec!["112", "+34 91 562 04 20"],
        ),
    ] {
        let text = GOOD.replacen("currency = \"EUR\"", &format!("currency = \"EUR\"\n{written}"), 1);
        let business = import(Files { business: (Path::new("business.toml"), &text), menu: None }).unwrap();
        assert_eq!(
            business.country.as_ref().map(super::super::emergency::CountryCode::code),
            country,
            "{written}"
        );
        let found: Vec<&str> = business.emergency.iter().map(|line| line.number.as_str()).collect();
        assert_eq!(found, numbers, "{written}");
        assert_eq!(crate::export::Document::of(&business).read().unwrap(), business);
        let kept = crate::keep::to_rows(&business).unwrap();
        assert_eq!(crate::keep::from_rows(&kept).unwrap(), business);
    }
    for (written, fault) in [
        ("country = \"Spain\"", "`Spain` is not a country; use its code of two letters"),
        ("emergency = \"the police\"", "`the police` is not a number to call"),
        ("emergency = 112", "a number as a text"),
    ] {
        let text = GOOD.replacen("currency = \"EUR\"", &format!("currency = \"EUR\"\n{written}"), 1);
        let said = faults(&text, None);
        assert!(said.contains(fault), "{written}: {said}");
    }
}

#[test]
fn every_fault_is_told_with_its_line() {
    let business = r#"
name = "Casa Luna"
currency = "EUR"
booking.step_minutes = 7
[[branch]]
id = "sol"
name = { es = "Sol", en = "Sun" }
address = "Calle Mayor 1"
city = "Madrid"
time_zone = "Europe/Sol"
places = 0
maps_url = "maps"
hours.mon-fri = ["13:00-16:00", "15:00-18:00"]
hours.lun = ["13:00-16:00"]
hours.sat = ["13-16"]
special = [{ date = "2026-02-29", name = "?" }]
[[branch]]
id = "sol"
name = "Otra"
address = ""
city = ""
time_zone = "Europe/Madrid"
hours = {}
[[staff]]
id = "Ana"
name = "Ana"
role = "Chef"
branches = ["luna"]
services = ["nada"]
schedules.marte.mon = ["09:00-10:00"]
leave = [{ first = "2026-05-02", last = "2026-05-01" }]
[[service]]
id = "mesa"
name = "Mesa"
category = "Mesas"
minutes = 7
price = "12.345"
[[service]]
id = "sala"
name = "Sala"
category = "Mesas"
minutes = 60
price_min = 5
[[service]]
id = "salon"
name = "Salón"
category = "Mesas"
minutes = 60
price = 5
people = { from = 20, to = 6 }
buffer_minutes = 7
[[service]]
id = "terraza"
name = "Terraza"
category = "Mesas"
minutes = 60
price = 5
people = { from = 0, to = 6 }
[[service]]
id = "barra"
name = "Barra"
category = "Mesas"
minutes = 60
price = 5
people = { from = 2 }
[[policy]]
kind = "dress"
title = "?"
full = "?"
[loyalty]
name = "Lunas"
per_appointment = -1
"#;
    insta::assert_snapshot!(faults(business, None), @r#"
    business.toml:4: `step_minutes` is 7; use 5, 10, 15, 20, 30 or 60
    business.toml:10: `Europe/Sol` is not a time zone; use an IANA name such as `America/Mexico_City`
    business.toml:11: `places` is 0; use 1 to 500, or leave it out
    business.toml:12: `maps_url` does not begin with `https://`; copy the whole link
    business.toml:13: `15:00-18:00` overlaps other hours of its day; join them
    business.toml:14: `lun` is no day; use mon, tue … sun, or mon-fri
    business.toml:15: `13-16` are no hours; write them as `09:00-14:00`, or `20:00-02:00` if it closes after midnight
    business.toml:16: `2026-02-29` is not a day of the calendar; write it as 2026-12-25
    business.toml:18: there are two with the id `sol` under [[branch]]; rename one
    business.toml:25: `Ana` is not an id; use small letters, digits and `-`
    business.toml:28: there is no branch `luna`; name one that there is
    business.toml:29: there is no service `nada`; name one that there is
    business.toml:30: `Ana` does not work at `marte`; add it to `branches`, or use `*`
    business.toml:31: this leave ends before it begins; swap the days
    business.toml:36: a duration of 7 minutes cannot be kept; use 5, 10, 15 … 1440
    business.toml:37: `12.345` is not an amount of EUR; write it as 800 or "800.50"
    business.toml:39: it has neither `price` nor both `price_min` and `price_max`; write the one or the two
    business.toml:50: `people` is from 20 to 6; swap them
    business.toml:51: `buffer_minutes` is 7; use 0, 5, 10 … 720
    business.toml:58: `people` is from 0 to 6; use 1 to 500, or leave it out
    business.toml:65: `people` does not say how many at most; write { from = 1, to = 6 }
    business.toml:67: `dress` is not a policy; use one of cancellation, rescheduling, payment, warranty, refunds
    business.toml:72: `per_appointment` is -1; use 0 to 1000000
    "#);
}

#[test]
fn rules_of_the_house_are_read_written_and_read_again() {
    let written = r#"
[[service]]
id = "sala"
name = "Sala"
category = "Mesas"
minutes = 60
price = 5
people = { to = 20 }
lead_minutes = 2880
buffer_minutes = 30
deposit = { es = "Cien euros.", en = "A hundred euros." }
[[service]]
id = "corte"
name = "Corte"
category = "Pelo"
minutes = 30
price = 5
"#;
    let text = format!("{GOOD}{written}").replacen(
        "currency = \"EUR\"",
        "currency = \"EUR\"\nbooking = { buffer_minutes = 10 }",
        1,
    );
    let business = import(Files { business: (Path::new("business.toml"), &text), menu: None }).unwrap();
    let (room, cut) = (business.service("sala").unwrap(), business.service("corte").unwrap());
    assert_eq!(room.people, Some(crate::model::PartySize { from: 1, to: 20 }));
    assert!(room.takes(1) && room.takes(20) && !room.takes(21) && !room.takes(0));
    assert!(cut.people.is_none() && cut.takes(500), "where nobody counts any number may come");
    assert_eq!((business.lead_of(Some(room)), business.lead_of(Some(cut))), (2880, 60));
    assert_eq!((business.buffer_of(Some(room)), business.buffer_of(Some(cut))), (30, 10));
    assert_eq!(business.for_people(15).map(|service| service.id.as_str()).collect::<Vec<_>>(), ["sala"]);
    assert_eq!(crate::export::Document::of(&business).read().unwrap(), business);
    let kept = crate::keep::to_rows(&business).unwrap();
    assert_eq!(crate::keep::from_rows(&kept).unwrap(), business);
}

#[test]
fn every_fault_of_a_menu_is_told_with_its_line() {
    let menu = "id,name,category,price,available,stock\n\
        sopa,Sopa,Entradas,5.50,yes,\n\
        Sopa 2,Sopa,Entradas,5.50,,\n\
        pan,,Entradas,uno,quizá,pocos\n\
        sopa,Otra sopa,Entradas,4,no,3\n";
    insta::assert_snapshot!(faults(GOOD, Some(menu)), @"
    menu.csv:3: `Sopa 2` is not an id; use small letters, digits and `-`
    menu.csv:4: `name` is empty; fill it in
    menu.csv:4: `uno` is not an amount of EUR; write it as 85 or 85.50
    menu.csv:4: `quizá` does not say whether it is available; use yes or no
    menu.csv:4: `pocos` is not a number of pieces; use 0 or more
    menu.csv:5: there are two with the id `sopa`; rename one
    ");
    insta::assert_snapshot!(faults(GOOD, Some("name,price,colour\n")), @"
    menu.csv:1: there is no column `id`; add it
    menu.csv:1: there is no column `category`; add it
    menu.csv:1: `colour` is no column of a menu; use id, name, category, price, name_en, description, description_en, category_en, available, stock, allergens
    ");
}

#[test]
fn what_is_no_toml_is_told_where_it_stops() {
    insta::assert_snapshot!(faults("name = \"a\"\ncurrency = EUR\n", None), @"business.toml:2: string values must be quoted, expected literal string");
    insta::assert_snapshot!(faults("name = \"a\"\ncurrency = \"EUR\"\ncolour = 1\n", None), @"business.toml:3: unknown field `colour`, expected one of `name`, `vertical`, `currency`, `country`, `emergency`, `booking`, `loyalty`, `branch`, `staff`, `service`, `policy`, `fact`");
    insta::assert_snapshot!(faults("name = \"a\"\ncurrency = \"euros\"\n", None), @"business.toml:2: `euros` is not a currency; use a code of three capital letters such as `MXN` or `EUR`");
}

proptest! {
    #[test]
    fn any_file_is_read_or_refused(business in any::<String>(), menu in any::<String>()) {
        let _ = import(Files {
            business: (Path::new("business.toml"), &business),
            menu: Some((Path::new("menu.csv"), &menu)),
        });
        let _ = import(Files {
            business: (Path::new("business.toml"), GOOD),
            menu: Some((Path::new("menu.csv"), &menu)),
        });
    }
}

#[test]
fn reminders_are_read_written_and_read_again() {
    let with = |reminders: &str| {
        let text = GOOD.replacen(
            "currency = \"EUR\"",
            &format!("currency = \"EUR\"\nbooking = {{ {reminders} }}"),
            1,
        );
        import(Files { business: (Path::new("business.toml"), &text), menu: None }).unwrap()
    };
    for (written, read) in [
        ("step_minutes = 30", vec![1440, 120]),
        ("reminders = []", vec![]),
        ("reminders = [60, 10080, 15]", vec![10_080, 60, 15]),
    ] {
        let business = with(written);
        assert_eq!(business.booking.reminders, read, "{written}");
        assert_eq!(crate::export::Document::of(&business).read().unwrap(), business);
    }
    let before = crate::keep::to_rows(&with("step_minutes = 30")).unwrap();
    let facts = before.facts.replace(",\"reminders\":[1440,120]", "");
    assert_ne!(facts, before.facts);
    let kept =
        crate::keep::from_rows(&conserje_store::desk::catalogue::Catalogue { facts, ..before }).unwrap();
    assert_eq!(kept.booking.reminders, [1440, 120], "a business that was imported before has the usual ones");
}

#[test]
fn what_is_wrong_with_reminders_is_told_with_its_line() {
    let booking = "currency = \"EUR\"\n[booking]\nreminders = [\n  10,\n  120,\n  120,\n  -5,\n  20000,\n]";
    insta::assert_snapshot!(faults(&GOOD.replacen("currency = \"EUR\"", booking, 1), None), @r"
    business.toml:5: `reminders` has 5; name at most 4
    business.toml:6: a reminder 10 minutes before cannot be kept; use 15 to 10080
    business.toml:8: `reminders` has 120 twice; name it once
    business.toml:9: a reminder -5 minutes before cannot be kept; use 15 to 10080
    business.toml:10: a reminder 20000 minutes before cannot be kept; use 15 to 10080
    ");
}
