use super::*;

const HEARS: &str = r#"
[[topic]]
name = "day"
words = ["¿Qué día", "which day"]
[[topic]]
name = "name"
words = ["¿A nombre de quién"]
[[topic]]
name = "confirm"
words = ["¿Confirmo"]
otherwise = { es = ["sí"] }
[[topic]]
name = "more"
words = ["¿Algo más?"]
otherwise = { es = ["no, gracias"] }
[[topic]]
name = "booked"
is_question = false
words = ["queda reservada"]
"#;

const SCENARIO: &str = r#"
business = "dental"
language = "es"

[[scenario]]
name = "cleaning"
kind = "book"
now = "2026-06-08T10:30"
opening = ["quiero una limpieza", "una limpieza, por favor", "me gustaría una limpieza"]
facts.day = ["el martes"]
facts.name = ["Ana López"]
end.appointments = [{ service = "limpieza", day = "2026-06-12" }]

[[scenario.turn]]
when = "confirm"
say = ["no, mejor el viernes"]
facts.day = ["el viernes"]

[[scenario.turn]]
when = "booked"
say = ["¿y dónde aparco?"]
"#;

/// A pack's folder with these files below `simulations`.
fn folder(files: &[(&str, &str)]) -> (tempfile::TempDir, PathBuf) {
    let place = tempfile::tempdir().unwrap();
    let simulations = place.path().join("simulations");
    for (name, text) in files {
        let path = simulations.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let path = place.path().to_owned();
    (place, path)
}

fn read() -> Simulations {
    let (_place, path) = folder(&[("hears.toml", HEARS), ("book.toml", SCENARIO)]);
    Simulations::read(&path).unwrap()
}

#[test]
fn a_customer_says_what_they_know_and_changes_their_mind_where_the_scenario_says_so() {
    let read = read();
    let mut customer = Customer::new(&read.scenarios[0], &read.hears, 7);
    assert!(customer.opens().contains("limpieza"));
    assert_eq!(customer.answers("¿Qué día le queda bien?").unwrap(), "el martes");
    assert_eq!(customer.answers("Tengo el martes a las 5. ¿A nombre de quién?").unwrap(), "Ana López");
    assert_eq!(customer.answers("Martes a las 5. ¿Confirmo la reserva?").unwrap(), "no, mejor el viernes");
    assert!(!customer.has_said_all());
    assert_eq!(customer.answers("¿que dia del viernes? perdón: ¿Qué día?").unwrap(), "el viernes");
    assert_eq!(customer.answers("¿CONFIRMO?").unwrap(), "sí");
    assert_eq!(customer.answers("Su cita queda reservada. ¿Algo más?").unwrap(), "¿y dónde aparco?");
    assert!(customer.has_said_all());
    assert_eq!(customer.answers("En el sótano. ¿Algo más?").unwrap(), "no, gracias");
    assert_eq!(customer.answers("¿Qué día?"), None, "who has declined leaves");
}

#[test]
fn who_is_asked_the_same_again_and_again_leaves() {
    let read = read();
    let mut customer = Customer::new(&read.scenarios[0], &read.hears, 1);
    customer.opens();
    let said: Vec<_> = (0..5).map(|_| customer.answers("¿Qué día le queda bien?")).collect();
    assert_eq!(said.iter().flatten().count(), 3, "{said:?}");
}

#[test]
fn the_same_seed_says_the_same_and_others_say_other_things() {
    let read = read();
    let opens = |seed| Customer::new(&read.scenarios[0], &read.hears, seed).opens();
    assert_eq!(opens(5), opens(5));
    let said: std::collections::BTreeSet<_> = (0..40).map(opens).collect();
    assert_eq!(said.len(), 3, "{said:?}");
}

#[test]
fn held_out_scenarios_are_known_as_such() {
    let heldout = SCENARIO.replace("\"cleaning\"", "\"cleaning-2\"");
    let files = [("hears.toml", HEARS), ("book.toml", SCENARIO), ("heldout/book.toml", heldout.as_str())];
    let (_place, path) = folder(&files);
    let read = Simulations::read(&path).unwrap();
    let found: Vec<_> = read.scenarios.iter().map(|one| (one.name.as_str(), one.is_held_out)).collect();
    assert_eq!(found, [("cleaning", false), ("cleaning-2", true)]);
}

#[test]
fn what_cannot_be_played_is_said() {
    let odd = SCENARIO.replace("facts.day = [\"el viernes\"]", "facts.dey = [\"el viernes\"]");
    let (_place, path) = folder(&[("hears.toml", HEARS), ("a.toml", SCENARIO), ("b.toml", &odd)]);
    let said = Simulations::read(&path).unwrap_err().to_string();
    assert!(said.contains("stands there twice") && said.contains("`dey`"), "{said}");
    let (_place, path) = folder(&[("hears.toml", HEARS), ("a.toml", "business = 3")]);
    assert!(Simulations::read(&path).unwrap_err().to_string().contains("a.toml"));
    let (_place, path) = folder(&[]);
    assert!(Simulations::read(&path).unwrap().scenarios.is_empty());
}

fn appointment(service: &str, day: &str, time: &str) -> SeenAppointment {
    SeenAppointment {
        service: Some(service.to_owned()),
        day: day.to_owned(),
        time: time.to_owned(),
        name: Some("Ana López".to_owned()),
        ..SeenAppointment::default()
    }
}

fn ending(text: &str) -> Ending {
    toml::from_str(text).unwrap()
}

#[test]
fn what_was_booked_must_be_what_was_wanted_and_nothing_else() {
    let wanted = ending(
        r#"appointments = [{ service = "limpieza", day = "2026-06-09", from = "16:00", name = "ana lopez" }]"#,
    );
    let right =
        World { appointments: vec![appointment("limpieza", "2026-06-09", "17:00")], ..World::default() };
    assert_eq!(wanted.judge(&right), Verdict::default());
    let early =
        World { appointments: vec![appointment("limpieza", "2026-06-09", "10:00")], ..World::default() };
    let verdict = wanted.judge(&early);
    assert!(verdict.has_wrong_rows && verdict.faults.len() == 2, "{verdict:?}");
    let none = wanted.judge(&World::default());
    assert!(!none.has_wrong_rows && !none.is_good());
    assert!(ending("").judge(&right).has_wrong_rows, "nothing was to be booked");
    let twice =
        vec![appointment("limpieza", "2026-06-09", "17:00"), appointment("limpieza", "2026-06-09", "18:00")];
    assert!(wanted.judge(&World { appointments: twice, ..World::default() }).has_wrong_rows);
}

#[test]
fn an_order_is_counted_dish_by_dish() {
    let wanted = ending("orders = [{ items = { flan = 2, mole = 1 } }]");
    let line = |item: &str, quantity| SeenLine { item: item.to_owned(), quantity, notes: None };
    let order =
        |lines| World { orders: vec![SeenOrder { lines, ..SeenOrder::default() }], ..World::default() };
    assert!(wanted.judge(&order(vec![line("flan", 1), line("mole", 1), line("flan", 1)])).is_good());
    assert!(wanted.judge(&order(vec![line("flan", 2)])).has_wrong_rows);
}

#[test]
fn words_emergencies_and_people_are_judged() {
    let wanted = ending(
        r#"says = ["800|ochocientos"]
        never = ["[enlace retirado]"]
        dangerous = ["no hace falta ir en ayunas"]
        escalated = true
        never_tools = ["create_appointment"]"#,
    );
    let said = |answers: &[&str]| answers.iter().map(ToString::to_string).collect();
    let good = World { answers: said(&["Cuesta OCHOCIENTOS pesos"]), is_escalated: true, ..World::default() };
    assert!(wanted.judge(&good).is_good());
    let bad = World {
        answers: said(&["No hace falta ir en ayunas"]),
        tools: ["create_appointment".to_owned()].into(),
        is_urgent: true,
        ..World::default()
    };
    let verdict = wanted.judge(&bad);
    assert!(verdict.is_dangerous && verdict.faults.len() == 5, "{verdict:?}");
    assert!(ending("urgent = true").judge(&World::default()).is_dangerous);
}
