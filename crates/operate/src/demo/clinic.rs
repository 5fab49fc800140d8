//! The demo's business: an invented dental clinic that is at work, and the page on which customers find it.

use conserje_desk::front_desk::DeskError;
use conserje_desk::work::Act;
use conserje_desk::work::samples::Samples;
use conserje_kernel::{Language, Scope, SiteId};
use conserje_store::desk::Trace;

use crate::app::App;
use crate::{OperateError, SiteFacts, USUAL_COLOR};

/// The pack whose assistants serve it.
pub(super) const PACK: &str = "frontdesk";
const BUSINESS: &str = "dental";
const SAMPLES: Samples = Samples {
    services: &[
        "limpieza-dental",
        "valoracion",
        "resina",
        "limpieza-dental",
        "ortodoncia",
        "valoracion",
        "blanqueamiento",
        "endodoncia",
        "limpieza-dental",
        "limpieza-profunda",
        "extraccion",
    ],
    people: &[
        ("Lucía Fernández", "+52 55 5550 1101"),
        ("Mateo Salgado", "+52 55 5550 1102"),
        ("Valentina Cruz", "+52 55 5550 1103"),
        ("Diego Paredes", "+52 55 5550 1104"),
        ("Renata Olvera", "+52 55 5550 1105"),
        ("Emiliano Rojas", "+52 55 5550 1106"),
        ("Camila Bustos", "+52 55 5550 1107"),
        ("Santiago Lira", "+52 55 5550 1108"),
        ("Julia Marroquín", "+52 55 5550 1109"),
        ("Tomás Aguirre", "+52 55 5550 1110"),
        ("Abril Quintero", "+52 55 5550 1111"),
        ("Bruno Zamora", "+52 55 5550 1112"),
        ("Elisa Montes", "+52 55 5550 1113"),
        ("Nicolás Prado", "+52 55 5550 1114"),
        ("Irene Castañeda", "+52 55 5550 1115"),
        ("Hugo Villegas", "+52 55 5550 1116"),
        ("Paula Serrano", "+52 55 5550 1117"),
        ("Andrés Luque", "+52 55 5550 1118"),
        ("Mónica Duarte", "+52 55 5550 1119"),
        ("Gael Ibáñez", "+52 55 5550 1120"),
        ("Sara Whitman", "+52 55 5550 1121"),
        ("Óscar Beltrán", "+52 55 5550 1122"),
        ("Noemí Rangel", "+52 55 5550 1123"),
        ("Peter Langley", "+52 55 5550 1124"),
    ],
    notes: &[
        "Primera visita",
        "Prefiere que le avisen por WhatsApp",
        "Alergia a la penicilina",
        "Viene con su hija",
    ],
};

/// Sets the clinic up where there is no business at all; what people have made of the tenant since is left alone.
pub(super) async fn open(app: &App, scope: &Scope) -> Result<(), OperateError> {
    match app.front_desk().business(scope).await {
        Err(DeskError::NoBusiness) => {}
        Ok(_) => return Ok(()),
        Err(error) => return Err(error.into()),
    }
    let business = app.operate().try_demo_business(scope, BUSINESS).await?;
    let act = Act { key: "sample".to_owned(), trace: Trace::by(scope.user()), language: Language::Es };
    app.front_desk().fill_with_samples(scope, act, SAMPLES).await?;
    let site = SiteFacts {
        name: business.name.es.clone(),
        // Pages of this server only.
        origins: Vec::new(),
        title: business.name.es,
        // The widget's own, in the visitor's language.
        greeting: String::new(),
        color: USUAL_COLOR.to_owned(),
        is_open: true,
    };
    app.operate().make_site(scope, SiteId::generate(), site).await?;
    Ok(())
}

/// Where the clinic can be tried as a customer, if one of the tenant's sites may be shown on our own page.
pub(super) async fn customer_link(app: &App, scope: &Scope) -> Result<Option<String>, OperateError> {
    let sites = app.operate().sites(scope).await?;
    let shown = sites.iter().find(|site| site.facts.is_open && site.facts.allows(app.public_url()));
    Ok(shown.map(|site| format!("{}/try/{}", app.public_url(), site.id)))
}
