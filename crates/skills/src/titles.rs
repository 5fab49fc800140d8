//! What the tools of this crate do, in words for people.

use conserje_kernel::Bilingual;

/// By name: Spanish, then English. Each goes after "Usó:" or "Used:".
const TITLES: [(&str, &str, &str); 31] = [
    // The front desk.
    ("get_service_info", "consultar un servicio", "look up a service"),
    ("list_services", "ver los servicios y precios", "see services and prices"),
    ("get_available_slots", "buscar huecos libres", "look for free times"),
    ("get_branch_info", "consultar dirección y horario", "look up address and opening hours"),
    ("get_business_policy", "consultar las normas del negocio", "look up the rules of the business"),
    ("get_staff_info", "ver quién atiende", "see who works there"),
    ("get_menu", "ver la carta", "see the menu"),
    ("get_loyalty_balance", "consultar los puntos", "look up the points"),
    ("get_appointments", "ver las citas", "see the appointments"),
    ("create_appointment", "reservar una cita", "book an appointment"),
    ("cancel_appointment", "cancelar una cita", "cancel an appointment"),
    ("reschedule_appointment", "cambiar una cita", "move an appointment"),
    ("confirm_appointment", "confirmar una cita", "confirm an appointment"),
    ("update_lead_info", "apuntar los datos de contacto", "note the contact details"),
    ("create_order", "hacer un pedido", "place an order"),
    ("award_loyalty_tokens", "sumar puntos", "add points"),
    ("redeem_loyalty_tokens", "canjear puntos", "redeem points"),
    ("check_dental_urgency", "valorar la urgencia", "judge how urgent it is"),
    // Business Central, from the catalogue.
    ("list_all_entities", "ver qué hay en el ERP", "see what there is in the ERP"),
    ("search_entity_operations", "buscar operaciones del ERP", "look for operations of the ERP"),
    ("get_entity_details", "consultar una entidad del ERP", "look up an entity of the ERP"),
    ("get_entity_relationships", "ver con qué se relaciona una entidad", "see what an entity relates to"),
    ("validate_workflow_structure", "comprobar los pasos de un proceso", "check the steps of a workflow"),
    ("build_knowledge_base_workflow", "documentar un proceso", "document a workflow"),
    ("get_endpoint_documentation", "consultar cómo se llama a la API", "look up how the API is called"),
    // Business Central itself.
    ("bc_query", "buscar registros en Business Central", "look up records in Business Central"),
    ("bc_get", "leer un registro de Business Central", "read a record of Business Central"),
    ("bc_create", "crear un registro en Business Central", "create a record in Business Central"),
    ("bc_update", "modificar un registro de Business Central", "change a record of Business Central"),
    ("bc_delete", "borrar un registro de Business Central", "delete a record of Business Central"),
    ("bc_action", "ejecutar una acción en Business Central", "run an action in Business Central"),
];

pub(crate) fn title(name: &str) -> Option<Bilingual> {
    TITLES.iter().find(|(known, ..)| *known == name).map(|(_, es, en)| Bilingual::new(*es, *en))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::central::{LIVE_NAMES, META_NAMES};
    use crate::desk::tools::DESK_NAMES;
    use crate::urgency::CheckUrgency;

    #[test]
    fn every_tool_of_this_crate_and_nothing_else_has_a_title() {
        let mut tools: Vec<&str> =
            DESK_NAMES.into_iter().chain(META_NAMES).chain(LIVE_NAMES).chain([CheckUrgency::NAME]).collect();
        let mut titled: Vec<&str> = TITLES.iter().map(|(name, ..)| *name).collect();
        tools.sort_unstable();
        titled.sort_unstable();
        assert_eq!(tools, titled);
    }
}
