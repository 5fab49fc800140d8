use proptest::prelude::*;

use super::*;

#[test]
fn an_id_reads_back_as_itself() {
    let id = SessionId::generate();
    assert_eq!(id.to_string().parse::<SessionId>(), Ok(id));
    assert_eq!(serde_json::to_string(&id).unwrap(), format!("\"{id}\""));
    assert_eq!(serde_json::from_str::<SessionId>(&format!("\"{id}\"")).unwrap(), id);
}

#[test]
fn another_kind_of_id_is_refused_and_the_message_shows_the_right_shape() {
    let error = TenantId::generate().to_string().parse::<SessionId>().unwrap_err().to_string();
    assert!(error.contains("not a session id"), "{error}");
    assert!(error.contains("`ses_"), "{error}");
}

#[test]
fn ids_sort_by_the_time_they_were_made() {
    let ids: Vec<_> = (0..1000).map(|_| EventId::generate()).collect();
    assert!(ids.is_sorted());
    assert!(ids.iter().map(ToString::to_string).collect::<Vec<_>>().is_sorted());
}

proptest! {
    #[test]
    fn any_text_either_is_exactly_an_id_or_is_refused(text in "(ses_)?[0-9a-fA-F_\\-{}]{0,40}|\\PC*") {
        if let Ok(id) = text.parse::<SessionId>() {
            prop_assert_eq!(id.to_string(), text);
        }
    }
}
