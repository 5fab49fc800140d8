//! What a tenant says of itself, and how that is heard.

use conserje_kernel::{KeyScope, Role};
use conserje_testkit::{Home, TestServer, TestServerOptions, on_both_homes};
use serde_json::json;

on_both_homes! {
    async fn owners_and_admins_change_the_settings_and_everybody_reads_them(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let first = owner.get("/api/settings").await.expect(200);
        assert_eq!((&first["language"], &first["address"]), (&json!("es"), &json!(null)), "{first}");

        let changed = owner.patch("/api/settings", json!({"address": "tu"})).await.expect(200);
        assert_eq!((&changed["address"], &changed["name"]), (&json!("tu"), &first["name"]));
        let admin = server.somebody("demo", Role::Admin, &[KeyScope::Admin]).await;
        let changed = admin.patch("/api/settings", json!({"language": "en", "name": " Casa Olmo "})).await.expect(200);
        assert_eq!(changed, json!({"name": "Casa Olmo", "language": "en", "address": "tu"}));
        let changed = admin.patch("/api/settings", json!({"address": null})).await.expect(200);
        assert_eq!(changed, json!({"name": "Casa Olmo", "language": "en", "address": null}));

        for role in [Role::Agent, Role::Member] {
            let person = server.somebody("demo", role, &[KeyScope::Admin]).await;
            assert_eq!(person.get("/api/settings").await.expect(200), changed, "{role}");
            assert_eq!(person.patch("/api/settings", json!({"address": "tu"})).await.status.as_u16(), 403, "{role}");
        }
        assert_eq!(server.stranger().get("/api/settings").await.status.as_u16(), 401);
        let rival = server.somebody("rival", Role::Owner, &[KeyScope::Admin]).await;
        assert_ne!(rival.get("/api/settings").await.expect(200)["name"], "Casa Olmo");
        for wrong in [json!({"address": "vos"}), json!({"language": "fr"}), json!({"name": "  "}), json!({"theme": "dark"})] {
            let refused = owner.patch("/api/settings", wrong.clone()).await;
            assert!(refused.status.is_client_error(), "{wrong}: {}", refused.text);
        }
        assert_eq!(owner.get("/api/settings").await.expect(200), changed);
        server.stop().await;
    }
}

/// The front desk says *usted* unless the tenant says otherwise.
#[tokio::test]
async fn the_front_desk_addresses_people_as_the_tenant_says() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/frontdesk");
    let business = std::fs::read_to_string(folder.join("demo/dental/business.toml")).unwrap();
    let config =
        format!("[packs]\nfolders = [{:?}]\n[model]\nscripted = false\n", folder.display().to_string());
    let server = TestServer::start_with(Home::Sqlite, TestServerOptions::config(config)).await;
    let owner = server.owner();
    owner.put("/api/desk/business", json!({"business": business})).await.expect(200);
    for (address, asks) in [(json!(null), "le "), (json!("tu"), "te "), (json!("usted"), "le ")] {
        owner.patch("/api/settings", json!({"address": address})).await.expect(200);
        let session = owner.session().await;
        let events = owner.say(&session, "quiero una cita").await;
        let said = events.iter().rfind(|event| event["type"] == "message").unwrap()["content"]
            .as_str()
            .unwrap()
            .to_owned();
        assert!(said.contains(asks), "{address}: {said}");
        // First aid is written beforehand, and says it likewise.
        let session = owner.session().await;
        let events = owner.say(&session, "me duele el pecho y no puedo respirar").await;
        let (call, other) =
            if asks == "te " { ("lama ahora al", "llame") } else { ("lame ahora al", "llama ") };
        let said = events.iter().filter(|event| event["type"] == "message");
        let said: String = said.filter_map(|event| event["content"].as_str()).collect();
        assert!(said.contains(call) && !said.contains(other), "{address}: {said}");
    }
    server.stop().await;
}
