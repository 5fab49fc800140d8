use conserje_kernel::Language::En;
use serde_json::json;

use super::player::Scene;
use super::spanish::at;

const DENTAL: &str = "booking_dental";
const TABLE: &str = "booking_restaurant";
const ORDER: &str = "ordering_restaurant";

/// Each test is a conversation.
macro_rules! scenes {
    ($($test:ident: $demo:literal, [$($line:tt),* $(,)?];)+) => {$(
        #[tokio::test(flavor = "multi_thread")]
        async fn $test() {
            let shown = Scene::open($demo, En).await.play(&[$($line),*]).await;
            insta::assert_snapshot!(shown);
        }
    )+};
}

scenes! {
    a_cleaning_is_booked_moved_and_cancelled: "dental", [
        ("greeting", "greeting", "Hi there!"),
        (DENTAL, "book", "I'd like to book a dental cleaning downtown next Friday morning"),
        (DENTAL, "question", "the 12th"),
        (DENTAL, "question", "what about Saturday?"),
        (DENTAL, "question", "the second one"),
        (DENTAL, "question", "John Smith"),
        (DENTAL, "question", "yes please"),
        (DENTAL, "move_appointment", "Can I move my appointment to Monday at 5?"),
        (DENTAL, "question", "today"),
        (DENTAL, "question", "sounds good"),
        (DENTAL, "cancel_appointment", "I need to cancel my appointment"),
        (DENTAL, "question", "yes"),
        ("greeting", "thanks", "thank you"),
        ("greeting", "question", "no thanks"),
    ];
    each_appointment_has_a_name_of_its_own: "dental", [
        (DENTAL, "book", "a dental cleaning at North Plaza on Thursday at 10, my name is Ann Day"),
        (DENTAL, "question", "yes please"),
        ("general", "question", "and another one for my son, Friday at 11, same branch"),
        (DENTAL, "question", "Leo Day"),
        (DENTAL, "question", "yes"),
        (DENTAL, "question", "sorry, move the one on Friday to 4 pm"),
        (DENTAL, "question", "yes"),
        (DENTAL, "my_appointments", "what do I have with you?"),
    ];
    two_children_are_booked_one_after_the_other: "medical", [
        ("general", "book", "both my kids need vaccination friday. Ella Marsh 9:20, Toby Marsh 9:40, can you do that"),
        ("general", "question", "yes"),
        ("general", "question", "yes"),
        ("general", "my_appointments", "what do I have with you?"),
    ];
    an_order_is_placed_whoever_was_asked_something_in_between: "restaurant", [
        ("urgent_care", "order", "I'm starving, two tacos al pastor, I'll pick them up at 2 pm tomorrow"),
        ("urgent_care", "question", "Ann Day"),
        ("urgent_care", "question", "take off the tacos and put one chicken in mole instead"),
        ("urgent_care", "question", "yes"),
    ];
    what_is_not_offered_is_not_made_up: "dental", [
        (DENTAL, "book", "I want to book an appointment for implants"),
        (DENTAL, "question", "cleaning"),
        (DENTAL, "question", "the deep one"),
        (DENTAL, "cancel_appointment", "cancel that"),
        ("pricing", "price", "How much is a crown?"),
        ("pricing", "price", "how much is whitening?"),
        ("pricing", "price", "How much is a cleaning?"),
    ];
    a_question_in_the_middle_is_answered_and_the_open_one_asked_again: "dental", [
        (DENTAL, "book", "teeth whitening at North Plaza please"),
        ("pricing", "price", "how much does it cost?"),
        ("location", "location", "and where is that exactly?"),
        ("faq", "faq", "do you have parking?"),
        (DENTAL, "question", "tomorrow at 11"),
        (DENTAL, "question", "my name is Sue Lake"),
        (DENTAL, "question", "go ahead"),
    ];
    a_toothache_is_urgent: "dental", [
        ("urgent_care", "urgent", "I have a terrible toothache and could not sleep"),
        ("urgent_care", "question", "the first one"),
        ("urgent_care", "question", "Ann Day"),
        ("urgent_care", "question", "yes"),
        ("urgent_care", "urgent", "My mouth will not stop bleeding"),
    ];
    an_angry_customer_gets_a_person_and_comes_back: "restaurant", [
        (ORDER, "order", "two fish tacos for pickup"),
        ("escalation", "complaint", "This is outrageous, my food was cold!"),
        (ORDER, "order", "ok, now I want two fish tacos for pickup tomorrow at 3 pm"),
        (ORDER, "question", "Bob Stone"),
        (ORDER, "question", "yes"),
    ];
    a_table_for_four: "restaurant", [
        (TABLE, "book", "a table for four on Friday at 8 pm please"),
        (TABLE, "question", "Jane Roe"),
        (TABLE, "question", "yes"),
        (TABLE, "move_appointment", "could you move it to 9?"),
        (TABLE, "question", "yes"),
    ];
    an_order_is_delivered: "restaurant", [
        (ORDER, "menu", "Can I see the menu?"),
        (ORDER, "menu", "what has nuts in it?"),
        (ORDER, "order", "I'd like two mushroom tacos, a stuffed chilli and a pizza delivered"),
        (ORDER, "question", "12 Main Street, apartment 3"),
        (ORDER, "question", "tomorrow at 8 pm"),
        (ORDER, "question", "Bob Stone"),
        (ORDER, "question", "add another hibiscus water"),
        (ORDER, "question", "yes, place it"),
    ];
    a_party_that_no_table_takes_is_told_when_it_is_heard: "restaurant", [
        (TABLE, "book", "table for 15 on Saturday at 8 pm"),
        (TABLE, "question", "the private room is fine"),
        (TABLE, "question", "Harriet Poole"),
        (TABLE, "question", "yes"),
        (TABLE, "book", "and a table for 25 on Friday at 8 pm"),
        (TABLE, "question", "no, thanks"),
    ];
    why_nobody_can_come_then_is_told: "restaurant", [
        (TABLE, "book", "table for 4 on Friday at 6 pm"),
        (TABLE, "question", "Wednesday at 10 pm"),
        (TABLE, "question", "never mind"),
        (TABLE, "book", "the tasting with the chef on Friday at 8 pm"),
        (TABLE, "question", "Wednesday at 2 pm"),
    ];
    information: "medical", [
        ("hours", "hours", "What are your opening hours?"),
        ("hours", "hours", "Are you open on Sundays?"),
        ("location", "location", "Where are you?"),
        ("faq", "policy", "what is your cancellation policy?"),
        ("faq", "staff", "who is the cardiologist?"),
        ("loyalty", "loyalty_balance", "How many tokens do I have?"),
        ("booking_medical", "my_appointments", "do I have any appointments?"),
        ("booking_medical", "cancel_appointment", "cancel my appointment"),
        ("general", "question", "do you sell bicycles?"),
        ("pricing", "price", "how much is a consultation with the cardiologist?"),
    ];
}

#[tokio::test(flavor = "multi_thread")]
async fn an_hour_that_somebody_else_takes_meanwhile() {
    let mut scene = Scene::open("dental", En).await;
    scene.say(DENTAL, "book", "dental cleaning downtown tomorrow at 10").await;
    scene.say(DENTAL, "question", "Ann Day").await;
    let args = json!({"date": "2026-06-09", "time": "10:00", "service_id": "limpieza-dental", "branch_id": "centro"});
    scene.somebody_else("create_appointment", args).await;
    scene.say(DENTAL, "question", "yes").await;
    scene.say(DENTAL, "question", "the last one").await;
    scene.say(DENTAL, "question", "yes").await;
    insta::assert_snapshot!(crate::without_ids(&scene.shown));
}

#[tokio::test(flavor = "multi_thread")]
async fn holidays_leave_and_the_end_of_the_year() {
    let now = at("2026-12-14T10:30", "America/Mexico_City");
    let scene = Scene::open_at("restaurant", En, now, |_| {}).await;
    let shown = scene
        .play(&[
            ("hours", "hours", "are you open on New Year's Eve?"),
            (TABLE, "book", "a table for two on December 31 at midnight"),
            (TABLE, "question", "Ann Day"),
            (TABLE, "question", "yes"),
        ])
        .await;
    insta::assert_snapshot!(shown);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_is_answered_of_that_very_appointment() {
    let mut scene = Scene::open("dental", En).await;
    for (intent, text) in [
        ("book", "This is Ana López, a dental cleaning downtown tomorrow at 12"),
        ("question", "yes"),
        ("book", "and a first assessment downtown on Thursday at 10"),
        ("question", "yes"),
    ] {
        scene.say(DENTAL, intent, text).await;
    }
    scene.remind().await;
    scene.say("reminders", "question", "confirmed").await;
    scene.remind().await;
    scene.say(DENTAL, "question", "change").await;
    scene.say(DENTAL, "question", "never mind").await;
    scene.remind().await;
    scene.say(DENTAL, "question", "what time was it?").await;
    insta::assert_snapshot!(crate::without_ids(&scene.shown));
}
