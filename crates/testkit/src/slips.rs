//! A model that errs at a front desk, as scenes for [`TestServer::model_says`](crate::TestServer::model_says). The business is
//! the dental clinic of `packs/frontdesk/demo`.

use conserje_llm::{Act, Scene};
use serde_json::json;

/// How it errs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slip {
    /// Says a price that is not the one it was told.
    InventedPrice,
    /// Offers a day and an hour that nobody gave it.
    WrongDate,
    /// Books what there is not, and says that it did.
    WrongService,
    /// Makes the same call twice in one reply.
    SameCallTwice,
}

impl Slip {
    pub const ALL: [Self; 4] =
        [Self::InventedPrice, Self::WrongDate, Self::WrongService, Self::SameCallTwice];

    /// What of it no customer may read.
    pub const WRONG: [&'static str; 4] = ["$450", "03:15", "31 de diciembre", "9,999"];

    /// Errs, and when it is asked once more says `then`. `slot` is a date and a time that are free.
    pub fn scenes(self, slot: (&str, &str), then: &str) -> Vec<Scene> {
        let (date, time) = slot;
        let booking =
            |service: &str| json!({"date": date, "time": time, "service_id": service, "branch_id": "centro"});
        match self {
            Self::InventedPrice => vec![
                Scene::use_tool("get_service_info", json!({"service_name": "limpieza dental"})),
                Scene::say("¡Claro! La limpieza dental cuesta $450. ¿Le busco hora?"),
                Scene::say(then),
            ],
            Self::WrongDate => vec![
                Scene::use_tool("get_available_slots", json!({"service_id": "limpieza-dental"})),
                Scene::say("¡Claro! Tengo libre el 31 de diciembre a las 03:15."),
                Scene::say(then),
            ],
            Self::WrongService => vec![
                Scene::use_tool("create_appointment", booking("implante-lunar")),
                Scene::say("¡Claro! Implante lunar confirmado, son $9,999."),
                Scene::say(then),
            ],
            Self::SameCallTwice => {
                let twice = || Act::Use {
                    name: "create_appointment".to_owned(),
                    args: booking("limpieza-dental"),
                    id: None::<String>,
                };
                vec![Scene::acts([twice(), twice()]), Scene::say(then)]
            }
        }
    }
}
