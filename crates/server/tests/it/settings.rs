//! What a tenant says of itself, and how that is heard.

use conserje_kernel::{KeyScope, Role};
use conserje_testkit::{Client, Home, TestServer, TestServerOptions, on_both_homes};
use reqwest::Method;
use serde_json::json;

use crate::frontdesk::frontdesk;

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
        assert_eq!((&changed["name"], &changed["language"], &changed["address"]), (&json!("Casa Olmo"), &json!("en"), &json!("tu")));
        let changed = admin.patch("/api/settings", json!({"address": null})).await.expect(200);
        assert_eq!(changed, json!({"name": "Casa Olmo", "language": "en", "address": null, "timeZone": null, "currency": "USD",
            "color": null, "logo": null, "features": {"share_links": true, "openai_api": true, "mcp": true}, "installation": true}));

        for role in [Role::Agent, Role::Member] {
            let person = server.somebody("demo", role, &[KeyScope::Admin]).await;
            assert_eq!(person.get("/api/settings").await.expect(200), changed, "{role}");
            assert_eq!(person.patch("/api/settings", json!({"address": "tu"})).await.status.as_u16(), 403, "{role}");
        }
        assert_eq!(server.stranger().get("/api/settings").await.status.as_u16(), 401);
        let rival = server.somebody("rival", Role::Owner, &[KeyScope::Admin]).await;
        assert_ne!(rival.get("/api/settings").await.expect(200)["name"], "Casa Olmo");
        for wrong in [json!({"address": "vos"}), json!({"language": "fr"}), json!({"name": "  "}), json!({"theme": "dark"}),
            json!({"timeZone": "Madrid"}), json!({"currency": "euro"}), json!({"color": "teal"}), json!({"features": {"fly": true}})] {
            let refused = owner.patch("/api/settings", wrong.clone()).await;
            assert!(refused.status.is_client_error(), "{wrong}: {}", refused.text);
        }
        assert_eq!(owner.get("/api/settings").await.expect(200), changed);
        server.stop().await;
    }

    async fn every_change_of_settings_is_on_record_and_can_be_gone_back_on(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let first = owner.get("/api/settings").await.expect(200);
        let looks = json!({"timeZone": "europe/madrid", "currency": "EUR", "color": "#AA3366", "features": {"mcp": false}});
        let changed = owner.patch("/api/settings", looks.clone()).await.expect(200);
        assert_eq!((&changed["timeZone"], &changed["currency"], &changed["color"]), (&json!("Europe/Madrid"), &json!("EUR"), &json!("#aa3366")));
        assert_eq!(owner.patch("/api/settings", looks).await.expect(200), changed, "what changes nothing is no version");
        owner.patch("/api/settings", json!({"currency": null, "name": "Otra"})).await.expect(200);
        let versions = owner.get("/api/settings/versions").await.expect(200);
        let notes: Vec<_> = versions["items"].as_array().unwrap().iter().map(|one| (one["note"].as_str().unwrap(), one["live"] == true, one["madeBy"].is_string())).collect();
        assert_eq!(notes, [("name, currency", true, true), ("time zone, currency, colour, mcp off", false, true), ("as it was", false, false)]);
        let again = owner.post("/api/settings/versions/2/restore", json!({})).await.expect(200);
        assert_eq!(again, changed);
        assert_eq!(owner.post("/api/settings/versions/1/restore", json!({})).await.expect(200), first);
        let member = server.somebody("demo", Role::Member, &[KeyScope::Admin]).await;
        assert_eq!(member.get("/api/settings/versions").await.status, 403);
        let rival = server.somebody("rival", Role::Owner, &[KeyScope::Admin]).await;
        assert_eq!(rival.get("/api/settings/versions").await.expect(200)["items"], json!([]));
        server.stop().await;
    }

    async fn a_picture_stands_for_the_tenant_in_the_page_and_in_its_widgets(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        let put = |client: &Client, content: Vec<u8>| {
            let request = client.request(Method::PUT, "/api/settings/logo").header("content-type", "application/octet-stream");
            Client::send(request.body(content))
        };
        let site = owner.post("/api/sites", json!({"name": "Web"})).await.expect(201);
        assert_eq!(site["color"], "#0f766e");
        let widget = format!("/api/widget/{}", site["id"].as_str().unwrap());
        assert_eq!(server.stranger().get(&widget).await.expect(200)["logo"], json!(null));
        let first = put(owner, png.clone()).await.expect(200);
        let address = first["logo"].as_str().unwrap().to_owned();
        let shown = owner.request(Method::GET, &address).send().await.unwrap();
        assert_eq!(shown.headers()["content-type"], "image/png");
        assert_eq!(shown.bytes().await.unwrap(), png);
        let second = put(owner, [png.as_slice(), b"more"].concat()).await.expect(200);
        assert_ne!(second["logo"], first["logo"], "another picture has another address");
        let told = server.stranger().get(&widget).await.expect(200);
        let seen = server.stranger().request(Method::GET, told["logo"].as_str().unwrap()).send().await.unwrap();
        assert_eq!(seen.status(), 200);
        for (wrong, problem) in [(b"<svg onload='x()'/>".to_vec(), "PNG, JPEG or WebP"), ([png, vec![0; 300 * 1024]].concat(), "256 kB"), (Vec::new(), "256 kB")] {
            let refused = put(owner, wrong).await;
            assert!(refused.status == 422 && refused.text.contains(problem), "{}", refused.text);
        }
        let rival = server.somebody("rival", Role::Owner, &[KeyScope::Admin]).await;
        assert_eq!(rival.get("/api/settings/logo").await.status, 404);
        let member = server.somebody("demo", Role::Member, &[KeyScope::Admin]).await;
        assert_eq!(put(&member, b"x".to_vec()).await.status, 403);
        assert_eq!(owner.delete("/api/settings/logo").await.expect(200)["logo"], json!(null));
        // What somebody likes is where a new widget begins.
        owner.patch("/api/settings", json!({"color": "#336699"})).await.expect(200);
        assert_eq!(owner.post("/api/sites", json!({"name": "Otra"})).await.expect(201)["color"], "#336699");
        server.stop().await;
    }

    async fn what_is_switched_off_is_shut_at_once(home: Home) {
        let server = TestServer::start(home).await;
        let owner = server.owner();
        let session = owner.session().await;
        let link = owner.post(&format!("/api/chat/sessions/{session}/shares"), json!({})).await.expect(201);
        let token = link["url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
        let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
        let doors = async || {
            let shared = server.stranger().get(&format!("/api/shared/{token}")).await.status.as_u16();
            let sharing = owner.post(&format!("/api/chat/sessions/{session}/shares"), json!({})).await.status.as_u16();
            let models = owner.get("/v1/models").await.status.as_u16();
            let asked = owner.post("/v1/chat/completions", json!({"model": "balanced", "messages": [{"role": "user", "content": "hi"}]})).await.status.as_u16();
            let mcp = owner.request(Method::POST, "/api/v1/mcp").header("accept", "application/json, text/event-stream");
            let mcp = Client::send(mcp.json(&hello)).await.status.as_u16();
            [shared, sharing, models, asked, mcp]
        };
        assert_eq!(doors().await, [200, 201, 200, 200, 200]);
        owner.patch("/api/settings", json!({"features": {"share_links": false}})).await.expect(200);
        assert_eq!(doors().await, [403, 403, 200, 200, 200]);
        owner.patch("/api/settings", json!({"features": {"openai_api": false, "mcp": false}})).await.expect(200);
        assert_eq!(doors().await, [403, 403, 403, 403, 403]);
        owner.patch("/api/settings", json!({"features": {"share_links": true, "openai_api": true, "mcp": true}})).await.expect(200);
        assert_eq!(doors().await, [200, 201, 200, 200, 200]);
        server.stop().await;
    }

    async fn only_owners_of_the_installation_see_and_make_tenants(home: Home) {
        let server = TestServer::start(home).await;
        // On a demo server that is the demo's owner.
        let first = server.owner();
        let made = first.post("/api/tenants", json!({"slug": "olmo", "name": "Casa Olmo", "language": "en", "owner": "ana@olmo.example"})).await.expect(201);
        assert_eq!((&made["slug"], &made["language"]), (&json!("olmo"), &json!("en")));
        let token = made["url"].as_str().unwrap().split_once('#').unwrap().1.to_owned();
        let entered = server.stranger().post("/api/auth/link", json!({"token": token, "password": "a long enough password"})).await;
        assert_eq!(entered.status, 200, "{}", entered.text);
        let again = json!({"slug": "olmo", "name": "x", "language": "es", "owner": "a@b.example"});
        assert_eq!(first.post("/api/tenants", again).await.code(), "already_exists");
        for wrong in [json!({"slug": "a b", "name": "x", "language": "es", "owner": "a@b.example"}), json!({"slug": "ok", "name": "x", "language": "es", "owner": "nobody"})] {
            assert_eq!(first.post("/api/tenants", wrong).await.status, 422);
        }
        let slugs = |list: serde_json::Value| -> Vec<String> {
            list["items"].as_array().unwrap().iter().map(|one| one["slug"].as_str().unwrap().to_owned()).collect()
        };
        let all = slugs(first.get("/api/tenants").await.expect(200));
        assert!(all.contains(&"olmo".to_owned()) && !all.contains(&"ok".to_owned()), "{all:?}");
        assert_eq!(first.get("/api/settings").await.expect(200)["installation"], true);
        let admin = server.somebody("demo", Role::Admin, &[KeyScope::Admin]).await;
        let rival = server.somebody("rival", Role::Owner, &[KeyScope::Admin]).await;
        assert_eq!(rival.get("/api/settings").await.expect(200)["installation"], false);
        for other in [&rival, &admin] {
            assert_eq!(other.get("/api/tenants").await.code(), "forbidden");
            let new = json!({"slug": "mine", "name": "x", "language": "es", "owner": "a@b.example"});
            assert_eq!(other.post("/api/tenants", new).await.code(), "forbidden");
        }
        server.stop().await;
    }
}

/// No model knows by itself which day it is.
#[tokio::test]
async fn a_model_is_told_the_day_it_is_where_the_tenant_is() {
    let server = TestServer::start(Home::Sqlite).await;
    let owner = server.owner();
    for zone in ["Pacific/Kiritimati", "Pacific/Pago_Pago"] {
        owner.patch("/api/settings", json!({"timeZone": zone})).await.expect(200);
        let before = server.app().store().clock().now();
        let session = owner.session().await;
        owner.say(&session, "hola").await;
        let told = server.app().scripted_model().asked().last().unwrap().system.clone();
        let there: conserje_kernel::Zone = zone.parse().unwrap();
        assert!(told.ends_with(&format!("Today is {} ({zone}).", there.day_of(before))), "{told}");
    }
    server.stop().await;
}

/// The front desk says *usted* unless the tenant says otherwise.
#[tokio::test]
async fn the_front_desk_addresses_people_as_the_tenant_says() {
    let folder = frontdesk("");
    let business = std::fs::read_to_string(folder.join("demo/dental/business.toml")).unwrap();
    let config =
        format!("[packs]\nfolders = [{:?}]\n[testing]\nscripted = false\n", folder.display().to_string());
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
