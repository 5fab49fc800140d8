//! Connecting channels: what is set, what is refused, who may.

use conserje_kernel::{KeyScope, Role};
use conserje_testkit::on_both_homes;
use serde_json::json;

use super::{Street, wanted};

on_both_homes! {
    async fn a_channel_is_connected_changed_tried_out_and_removed(home: Home) {
        let street = Street::open(home).await;
        let owner = street.server.owner();
        let line = street.channel("whatsapp").await;
        let path = format!("/api/channels/{}", line.id);
        let made = owner.get(&path).await.expect(200);
        assert_eq!(made["secrets"], json!(["accessToken", "appSecret", "verifyToken"]));
        assert!(made["webhookUrl"].as_str().unwrap().ends_with(&format!("/api/channels/{}/webhook", line.id)));
        assert!(!made.to_string().contains("EAAtoken"), "a secret is never told");
        assert_eq!(owner.post(&format!("{path}/test"), json!({})).await.expect(200)["ok"], true);

        let changed = owner.patch(&path, json!({"name": "Recepción", "enabled": false, "secrets": {"accessToken": "other"}})).await.expect(200);
        assert_eq!((&changed["name"], &changed["enabled"], &changed["settings"]["phoneNumberId"]), (&json!("Recepción"), &json!(false), &json!("1055")));
        let body = line.delivery("1", "521", "hola");
        assert_eq!(line.post(line.headers(&body, super::now()), body.to_string()).await.code(), "not_found", "switched off");
        owner.patch(&path, json!({"enabled": true})).await.expect(200);
        line.deliver(&body).await;
        street.texts(1).await;
        assert_eq!(street.provider.messages()[0].header("authorization"), Some("Bearer other"));

        let member = street.server.somebody("demo", Role::Member, &[KeyScope::Admin]).await;
        for reply in [member.get("/api/channels").await, member.post("/api/channels", wanted("telegram", "https://a.example")).await, member.delete(&path).await] {
            assert_eq!(reply.code(), "forbidden");
        }
        let admin = street.server.somebody("demo", Role::Admin, &[KeyScope::Admin]).await;
        assert_eq!(admin.get("/api/channels").await.expect(200)["items"].as_array().unwrap().len(), 1);
        owner.delete(&path).await.expect(204);
        assert_eq!(owner.get(&path).await.code(), "not_found");
        assert_eq!(line.post(line.headers(&body, super::now()), body.to_string()).await.code(), "not_found");
        street.server.stop().await;
    }

    async fn what_cannot_work_is_refused_with_what_to_do(home: Home) {
        let street = Street::open(home).await;
        let owner = street.server.owner();
        let base = street.provider.url();
        let mut missing = wanted("whatsapp", &base);
        missing["secrets"].as_object_mut().unwrap().remove("appSecret");
        let mut unknown = wanted("telegram", &base);
        unknown["settings"]["colour"] = json!("red");
        let mut elsewhere = wanted("webhook", &base);
        elsewhere["settings"]["url"] = json!("http://169.254.169.254/latest");
        let mut path = wanted("messenger", &base);
        path["settings"]["pageId"] = json!("../me");
        let mut number = wanted("tiktok", &base);
        number["settings"]["quietHours"] = json!("a while");
        let mut token = wanted("telegram", &base);
        token["secrets"]["botToken"] = json!("a/../b");
        for (wanted, says) in [
            (missing, "secrets.appSecret"),
            (unknown, "settings.colour"),
            (elsewhere, "settings.url"),
            (path, "settings.pageId"),
            (number, "settings.quietHours"),
            (token, "secrets.botToken"),
            (json!({"kind": "fax", "name": "x"}), "use one of whatsapp"),
            (json!({"kind": "vapi", "name": " "}), "`name`"),
        ] {
            let refused = owner.post("/api/channels", wanted).await;
            assert_eq!(refused.code(), "invalid_value");
            assert!(refused.text.contains(says), "{says}: {}", refused.text);
        }
        owner.post("/api/channels", wanted("telegram", &base)).await.expect(201);
        let twice = owner.post("/api/channels", wanted("telegram", &base)).await;
        assert!(twice.text.contains("another channel has this"), "{}", twice.text);
        street.server.stop().await;
    }
}
