use conserje_kernel::Language;
use conserje_skills::desk::tools::{DESK_NAMES, desk_tools};
use conserje_testkit::Home;
use conserje_tools::{Registry, Status};
use serde_json::json;

use super::Desk;

#[tokio::test(flavor = "multi_thread")]
async fn the_tools_fit_the_registry_say_their_risk_and_take_few_tokens() {
    let desk = Desk::open(Home::Sqlite, "dental").await;
    let tools = desk_tools(&desk.inner);
    let rows: Vec<String> = tools
        .iter()
        .map(|tool| {
            let info = tool.info();
            let spec =
                json!({"name": info.name, "description": info.description, "parameters": info.parameters});
            let tokens = conserje_llm::count("gpt-4o", &spec.to_string());
            format!("{} {:?} keys: {} tokens: {tokens}", info.name, info.risk, info.honours_keys)
        })
        .collect();
    insta::assert_snapshot!(rows.join("\n"));
    assert_eq!(tools.iter().map(|tool| tool.info().name.as_str()).collect::<Vec<_>>(), DESK_NAMES);
    Registry::new(tools).unwrap();
}

/// One text and one result for each way to ask.
macro_rules! snapshots {
    ($($test:ident: $demo:literal, $tool:literal, [$($args:tt),* $(,)?];)+) => {$(
        #[tokio::test(flavor = "multi_thread")]
        async fn $test() {
            let desk = Desk::open(Home::Sqlite, $demo).await;
            let mut shown = Vec::new();
            $(shown.push(desk.shown($tool, &json!($args)).await);)*
            insta::assert_snapshot!(shown.join("\n\n=====\n\n"));
        }
    )+};
}

snapshots! {
    services_are_found_by_name: "dental", "get_service_info", [
        {"service_name": "limpieza dental"}, {"service_name": "limpieza"}, {"service_name": "endodonsia"},
        {"service_name": "implantes"},
    ];
    services_are_listed: "dental", "list_services", [{}, {"category": "prevencion"}, {"category": "masajes"}];
    times_are_offered: "dental", "get_available_slots", [
        {"date": "mañana", "service_id": "limpieza-dental"},
        {"service_id": "limpieza dental", "branch_id": "centro"},
        {"date": "2026-06-10", "service_id": "ortodoncia"},
        {"date": "el domingo", "service_id": "limpieza-dental"},
        {"date": "mañana a las 5", "service_id": "limpieza-dental"},
        {"date": "2027-06-10"},
        {"date": "ayer"},
        {"service_id": "endodoncia", "branch_id": "norte"},
    ];
    night_hours_are_offered_on_their_own_day: "medical", "get_available_slots", [
        {"date": "2026-06-09", "service_id": "consulta-guardia"},
        {"date": "martes por la tarde", "service_id": "cardiologia"},
    ];
    branches_are_described: "dental", "get_branch_info", [
        {}, {"branch_name": "plaza norte"}, {"branch_id": "sur"},
    ];
    a_night_place_is_described: "restaurant", "get_branch_info", [{}];
    policies_are_told: "medical", "get_business_policy", [
        {"policy_type": "cancellation"}, {"policy_type": "payment"},
    ];
    staff_is_listed: "dental", "get_staff_info", [
        {}, {"staff_name": "ruiz"}, {"specialty": "ortodoncia"}, {"staff_name": "Gómez"},
    ];
    the_menu_is_told: "restaurant", "get_menu", [{}, {"category": "postres"}];
    tokens_are_told: "restaurant", "get_loyalty_balance", [{}];
    nobody_has_appointments_yet: "dental", "get_appointments", [{}];
}

#[tokio::test(flavor = "multi_thread")]
async fn where_there_is_no_business_it_is_said() {
    let desk = Desk::open(Home::Sqlite, "dental").await;
    let mut call = desk.call(desk.session, 1, json!({}), Language::Es);
    call.scope = desk.test.another_tenant("other").await;
    let outcome = desk.make("list_services", call).await;
    assert_eq!(outcome.status, Status::Failed);
    insta::assert_snapshot!(outcome.text, @"Aquí no hay todavía ningún negocio configurado. Ofrezca pasar con una persona.");
}
