//! What the customer says about themselves.

use conserje_desk::contact::{is_email, is_phone};
use conserje_desk::front_desk::{DeskError, FrontDesk, contact_was};
use conserje_kernel::DeskChangeKind;
use conserje_store::desk::changes::{self, Change};
use conserje_store::desk::customers::{self as rows, Contact};
use conserje_tools::{Call, Outcome};
use serde_json::json;

use super::page::{answered, given, refused, say};
use super::trace;

pub(super) async fn update(front_desk: &FrontDesk, call: &Call) -> Result<Outcome, DeskError> {
    let language = call.language;
    let contact = Contact {
        name: given(call, "name").map(ToOwned::to_owned),
        email: given(call, "email").map(str::to_lowercase),
        phone: given(call, "phone").map(ToOwned::to_owned),
    };
    if contact == Contact::default() {
        return Ok(refused(
            language,
            "No hay nada que anotar. Diga el nombre, el correo o el teléfono.",
            "There is nothing to note. Give the name, the email or the phone.",
        ));
    }
    if contact.email.as_deref().is_some_and(|email| !is_email(email)) {
        return Ok(refused(
            language,
            "Eso no es una dirección de correo. Pídala otra vez.",
            "That is not an email address. Ask for it again.",
        ));
    }
    if contact.phone.as_deref().is_some_and(|phone| !is_phone(phone)) {
        return Ok(refused(
            language,
            "Eso no es un número de teléfono. Pídalo otra vez.",
            "That is not a phone number. Ask for it again.",
        ));
    }
    let fields: Vec<&str> = [("name", &contact.name), ("email", &contact.email), ("phone", &contact.phone)]
        .into_iter()
        .filter_map(|(name, value)| value.as_ref().map(|_| name))
        .collect();
    let result = json!({"success": true, "updated_fields": fields});
    let text = format!("{}: {}.", say(language, "Anotado", "Noted"), fields.join(", "));
    let asked = call.clone();
    front_desk
        .act(&call.scope, move |tx| {
            let customer = rows::of_session_or_new(tx, asked.session, &trace(&asked))?;
            let was =
                contact_was(customer.name.as_deref(), customer.email.as_deref(), customer.phone.as_deref());
            let change = Change {
                key: asked.key.as_str().to_owned(),
                kind: DeskChangeKind::Updated,
                subject: customer.id.to_string(),
                was: Some(was.to_string()),
                undone_at: None,
            };
            // Done before, it is not done again over what may have been said since.
            if changes::record(tx, &change, &trace(&asked))? {
                rows::update(tx, customer.id, &contact)?;
            }
            Ok(())
        })
        .await?;
    Ok(answered(result, text))
}
