//! Answers to what was asked, and what is said about what a task came to: from the rows and what tools answered.

pub(crate) mod help;
mod hours;
mod look_up;
mod menu;
mod outcome;
pub(crate) mod safety;

use conserje_desk::emergency::Help;
use conserje_desk::in_words::works_text;
use conserje_desk::model::{Policy, Service, Staff};
use conserje_desk::names;
use conserje_desk::text::Text;
use conserje_kernel::Language::{self, En, Es};
use conserje_kernel::say;
use conserje_text::name_words as words;
use serde_json::Value;

use self::hours::{hours, location};
use self::look_up::{Priced, branches_in, priced};
use self::menu::menu;
pub(crate) use self::outcome::done;
use self::safety::call_for_an_ambulance;
use crate::desk::dialogue::hearing::mention::staff_in;
use crate::desk::dialogue::hearing::{
    Ask, ESCALATE, SEARCH, Setting, Topic, Used, Utterance, facts_asked, policy_in, visited,
};
use crate::desk::dialogue::state::{State, TaskInHand};
use crate::desk::dialogue::wording::{Appointment, can_be_had, listed, reward_lines, service_line, trouble};

/// What there is to say.
pub(crate) enum TopicAnswer {
    Says(Vec<String>),
    Asks(Vec<String>, Ask),
    Nothing,
}

/// Whether the business itself says it, so that it can be told even without the tool.
pub(crate) fn is_of_the_business(topic: Topic) -> bool {
    match topic {
        Topic::Price
        | Topic::Visit
        | Topic::Services
        | Topic::Location
        | Topic::Hours
        | Topic::Menu
        | Topic::Policy
        | Topic::Fact
        | Topic::Staff
        | Topic::Greeting
        | Topic::Thanks
        | Topic::Goodbye
        | Topic::Offer => true,
        Topic::Balance | Topic::Appointments | Topic::Urgent | Topic::Human { .. } | Topic::Question => false,
    }
}

pub(crate) fn tell(topic: Topic, state: &State, setting: &Setting<'_>) -> TopicAnswer {
    let said = &state.turn.said;
    match topic {
        Topic::Greeting => TopicAnswer::Says(greeting(setting)),
        Topic::Offer => TopicAnswer::Says(vec![offer(setting)]),
        Topic::Thanks => {
            let text = say(setting.language, "¡Con gusto!", "You are welcome!").to_owned();
            TopicAnswer::Asks(vec![text], Ask::More)
        }
        Topic::Goodbye => {
            let name = setting.business.name.to(setting.language);
            TopicAnswer::Says(vec![match setting.language {
                Es => format!("Gracias por escribir a {name}. ¡Que tenga un buen día!"),
                En => format!("Thank you for writing to {name}. Have a good day!"),
            }])
        }
        Topic::Price => TopicAnswer::Says(price(state, setting)),
        Topic::Visit => match visited(said, setting, state.talked_about(setting.business)) {
            Some(service) => TopicAnswer::Says(described(service, setting)),
            None => TopicAnswer::Nothing,
        },
        Topic::Services => TopicAnswer::Says(services(setting)),
        Topic::Location => TopicAnswer::Says(location(state, setting)),
        Topic::Hours => TopicAnswer::Says(hours(state, setting)),
        Topic::Menu => TopicAnswer::Says(menu(said, setting)),
        Topic::Policy => policy(state, setting),
        Topic::Fact => TopicAnswer::Says(facts(state, setting)),
        Topic::Staff => TopicAnswer::Says(staff(state, setting)),
        Topic::Balance => balance(state, setting),
        Topic::Appointments => appointments(state, setting),
        Topic::Human { .. } => TopicAnswer::Says(match state.turn.used(ESCALATE).and_then(escalated) {
            Some(message) => vec![message],
            None => vec![call_us(setting)],
        }),
        Topic::Question => found(state, setting),
        Topic::Urgent => TopicAnswer::Nothing,
    }
}

fn greeting(setting: &Setting<'_>) -> Vec<String> {
    let name = setting.business.name.to(setting.language);
    let hello = match setting.language {
        Es => format!("¡Hola! Soy el asistente de {name}."),
        En => format!("Hello! I am the assistant of {name}."),
    };
    vec![hello, offer(setting)]
}

/// What we can do here.
fn offer(setting: &Setting<'_>) -> String {
    let business = setting.business;
    let to = |es: &str, en: &str| say(setting.language, es, en).to_owned();
    let mut able = vec![if business.menu.is_empty() {
        to("agendar, cambiar o cancelar una cita", "book, move or cancel an appointment")
    } else {
        to("reservar, cambiar o cancelar una mesa", "book, move or cancel a table")
    }];
    if !business.menu.is_empty() {
        able.push(to(setting.address.choose("tomar tu pedido", "tomar su pedido"), "take your order"));
    }
    able.push(to(
        setting
            .address
            .choose("darte precios, horarios y direcciones", "darle precios, horarios y direcciones"),
        "tell you prices, hours and addresses",
    ));
    let able = match setting.language {
        Es => format!("Puedo {}.", listed(&able, Es)),
        En => format!("I can {}.", listed(&able, En)),
    };
    format!(
        "{able} {}",
        to(setting.address.choose("¿En qué te ayudo?", "¿En qué le ayudo?"), "How can I help you?")
    )
}

fn price(state: &State, setting: &Setting<'_>) -> Vec<String> {
    let language = setting.language;
    match priced(state, setting) {
        Priced::Services(found) => match found.as_slice() {
            [only] => described(only, setting),
            several => {
                several.iter().map(|service| format!("- {}", service_line(service, setting))).collect()
            }
        },
        Priced::Dishes(found) => found
            .iter()
            .map(|item| {
                let state = if can_be_had(item) {
                    ""
                } else {
                    say(language, ", hoy no hay", ", not available today")
                };
                let price = setting.business.currency.print(item.price, language);
                format!("{}: {price}{state}.", item.name.to(language))
            })
            .collect(),
        Priced::Unknown(said) => {
            let head = match language {
                Es => format!(
                    "No tengo un precio para «{said}» y prefiero no inventarlo. Esto es lo que ofrecemos:"
                ),
                En => {
                    format!("I have no price for “{said}” and would rather not guess. This is what we offer:")
                }
            };
            let known =
                if setting.business.menu.is_empty() { services(setting) } else { by_category(setting) };
            [head].into_iter().chain(known).collect()
        }
        // What is ordered is told with its total when it is asked about again.
        Priced::Everything if matches!(state.task, Some(TaskInHand::Order(_))) => Vec::new(),
        Priced::Everything => services(setting),
    }
}

/// What there is to eat, in a line for each category, and the services.
fn by_category(setting: &Setting<'_>) -> Vec<String> {
    let menu = menu::by_category(setting, None);
    services(setting).into_iter().chain(menu).collect()
}

fn described(service: &Service, setting: &Setting<'_>) -> Vec<String> {
    let language = setting.language;
    let mut lines = vec![format!("{}.", service_line(service, setting))];
    let note = service.price_note.as_ref().map(|note| note.to(language).to_owned());
    let description = Some(service.description.to(language).to_owned()).filter(|text| !text.is_empty());
    lines.extend(description.into_iter().chain(note));
    if service.requires_consultation {
        lines.push(
            say(language, "Requiere una consulta previa.", "It requires a consultation first.").to_owned(),
        );
    }
    let promotion = service.promotion.as_ref();
    lines.extend(
        promotion.map(|text| format!("{}: {}", say(language, "Promoción", "Promotion"), text.to(language))),
    );
    lines
}

fn services(setting: &Setting<'_>) -> Vec<String> {
    setting.business.services.iter().map(|service| format!("- {}", service_line(service, setting))).collect()
}

fn policy(state: &State, setting: &Setting<'_>) -> TopicAnswer {
    let language = setting.language;
    let policies = &setting.business.policies;
    let wanted = policy_in(&state.turn.said);
    let named = policies.iter().find(|policy| Some(policy.kind) == wanted);
    let meant = named.or_else(|| in_their_words(&state.turn.said, policies, language));
    if let Some(policy) = meant {
        return TopicAnswer::Says(vec![policy.full.to(language).to_owned()]);
    }
    if policies.is_empty() {
        return TopicAnswer::Nothing;
    }
    let titles: Vec<String> =
        policies.iter().map(|policy| policy.title.to(language).to_lowercase()).collect();
    let line = match language {
        Es => format!("Tenemos políticas de {}.", listed(&titles, Es)),
        En => format!("We have policies on {}.", listed(&titles, En)),
    };
    TopicAnswer::Asks(vec![line], Ask::Policy)
}

fn facts(state: &State, setting: &Setting<'_>) -> Vec<String> {
    let business = setting.business;
    let branch = match branches_in(business, state).as_slice() {
        [only] if business.branches.len() > 1 => Some(only.id.clone()),
        _ => None,
    };
    let asked = facts_asked(&state.turn.said, setting);
    asked.iter().flat_map(|one| one.lines(business, branch.as_deref(), setting.language)).collect()
}

/// The only policy that has words of the question: "¿cuántos minutos de tolerancia dan?"
fn in_their_words<'b>(said: &Utterance, policies: &'b [Policy], language: Language) -> Option<&'b Policy> {
    let long =
        |text: &str| -> Vec<String> { words(text).into_iter().filter(|word| word.len() > 4).collect() };
    let asked: Vec<String> = said.words.iter().flat_map(|word| long(word)).collect();
    let shares = |policy: &&Policy| {
        let told: Vec<String> = policy.full.to(language).split_whitespace().flat_map(long).collect();
        asked.iter().any(|word| told.contains(word))
    };
    let mut found = policies.iter().filter(shares);
    found.next().filter(|_| found.next().is_none())
}

fn staff(state: &State, setting: &Setting<'_>) -> Vec<String> {
    let (business, language) = (setting.business, setting.language);
    let said = &state.turn.said;
    let named = staff_in(business, said);
    let spoken: Vec<String> =
        said.words.iter().flat_map(|word| words(word)).filter(|word| word.len() > 4).collect();
    let does = |staff: &&Staff| {
        let texts = [Some(&staff.role), staff.specialty.as_ref()].into_iter().flatten().flat_map(Text::all);
        let mut words = texts.flat_map(words).filter(|word| word.len() > 4);
        words.any(|word| spoken.iter().any(|said| names::typos(said, &word).is_some()))
    };
    let by_name: Vec<&Staff> =
        business.staff.iter().filter(|staff| Some(&staff.id) == named.as_ref()).collect();
    if let [only] = by_name.as_slice()
        && said.has(WHEN_THEY_WORK)
    {
        return works(only, setting);
    }
    let by_trade: Vec<&Staff> = business.staff.iter().filter(does).collect();
    let found = match (by_name.is_empty(), by_trade.is_empty()) {
        (false, _) => by_name,
        (true, false) => by_trade,
        (true, true) => business.staff.iter().collect(),
    };
    let line = |staff: &&Staff| {
        let branches: Vec<String> = staff
            .branches
            .iter()
            .filter_map(|id| business.branch(id))
            .map(|branch| branch.name.to(language).to_owned())
            .collect();
        let at = if business.branches.len() > 1 {
            format!(" ({})", listed(&branches, language))
        } else {
            String::new()
        };
        format!("- {}: {}{at}", staff.name, staff.role.to(language))
    };
    found.iter().map(line).collect()
}

const WHEN_THEY_WORK: &[&str] = &[
    "que dias",
    "que dia",
    "cuando",
    "cuales dias",
    "a que hora",
    "que horas",
    "que horario",
    "horario",
    "pasa consulta",
    "which days",
    "what days",
    "which day",
    "what day",
    "when",
    "what time",
    "what hours",
    "which hours",
];

/// When somebody of the team works, and where.
fn works(staff: &Staff, setting: &Setting<'_>) -> Vec<String> {
    let (business, language) = (setting.business, setting.language);
    let at = staff.branches.iter().filter_map(|id| business.branch(id)).map(|branch| {
        let own = staff.schedules.get(&branch.id).or_else(|| staff.schedules.get("*"));
        let hours = works_text(own.unwrap_or(&branch.hours.week), language);
        if business.branches.len() > 1 {
            format!("- {}: {hours}", branch.name.to(language))
        } else {
            format!("- {hours}")
        }
    });
    let head = format!("{} ({}):", staff.name, staff.role.to(language));
    std::iter::once(head).chain(at).collect()
}

fn balance(state: &State, setting: &Setting<'_>) -> TopicAnswer {
    let Some(used) = state.turn.used("get_loyalty_balance") else { return TopicAnswer::Nothing };
    let Some(loyalty) = setting.business.loyalty.as_ref().filter(|_| used.success) else {
        return TopicAnswer::Says(vec![no_program(setting)]);
    };
    let tokens = used.result.get("balance").and_then(Value::as_i64).unwrap_or_default();
    let name = loyalty.name.to(setting.language);
    let (has, list) = match setting.language {
        Es => (format!("Tiene {tokens} puntos de {name}."), "Puede canjearlos por:"),
        En => (format!("You have {tokens} {name} tokens."), "They can be redeemed for:"),
    };
    let rewards = reward_lines(loyalty, setting).into_iter().map(|line| format!("- {line}"));
    TopicAnswer::Says([has, list.to_owned()].into_iter().chain(rewards).collect())
}

fn no_program(setting: &Setting<'_>) -> String {
    say(setting.language, "No tenemos un programa de puntos.", "We have no loyalty program.").to_owned()
}

fn appointments(state: &State, setting: &Setting<'_>) -> TopicAnswer {
    let Some(used) = state.turn.used("get_appointments").filter(|used| used.success) else {
        return TopicAnswer::Asks(vec![trouble(setting)], Ask::Person);
    };
    let rows = used.result.as_array().map(Vec::as_slice).unwrap_or_default();
    let lines: Vec<String> =
        rows.iter().filter_map(Appointment::read).map(|one| format!("- {}", one.line(setting))).collect();
    if lines.is_empty() {
        return TopicAnswer::Asks(vec![no_appointments(setting)], Ask::More);
    }
    let head = say(setting.language, "Esto es lo que tiene con nosotros:", "This is what you have with us:")
        .to_owned();
    TopicAnswer::Asks([head].into_iter().chain(lines).collect(), Ask::More)
}

fn no_appointments(setting: &Setting<'_>) -> String {
    say(
        setting.language,
        setting.address.choose(
            "No encuentro ninguna cita por venir a tu nombre en esta conversación.",
            "No encuentro ninguna cita por venir a su nombre en esta conversación.",
        ),
        "I cannot find any upcoming appointment of yours in this conversation.",
    )
    .to_owned()
}

/// What the documents say, where the customer is in the middle of something. Otherwise it is answered at length elsewhere.
fn found(state: &State, setting: &Setting<'_>) -> TopicAnswer {
    let Some(used) = state.turn.used(SEARCH) else { return TopicAnswer::Nothing };
    let source = used.result.get("sources").and_then(Value::as_array).and_then(|sources| sources.first());
    let quote = source.and_then(|source| source.get("quote")).and_then(Value::as_str);
    match (quote, state.task.is_some()) {
        (Some(quote), true) => {
            let number =
                source.and_then(|source| source.get("number")).and_then(Value::as_u64).filter(|n| *n > 0);
            TopicAnswer::Says(vec![
                number.map_or_else(|| quote.to_owned(), |number| format!("{quote} [{number}]")),
            ])
        }
        (Some(_), false) => TopicAnswer::Nothing,
        (None, _) => {
            let text = say(
                setting.language,
                "Eso no lo sé con certeza y prefiero no inventarlo.",
                "I do not know that for certain and would rather not guess.",
            );
            TopicAnswer::Asks(vec![text.to_owned()], Ask::Person)
        }
    }
}

/// What the tool that calls a person says.
pub(crate) fn escalated(used: &Used) -> Option<String> {
    used.result.get("message").and_then(Value::as_str).filter(|_| used.success).map(ToOwned::to_owned)
}

/// Where something cannot be done here, whom to call.
pub(crate) fn call_us(setting: &Setting<'_>) -> String {
    let phones: Vec<String> = setting
        .business
        .branches
        .iter()
        .filter(|branch| !branch.phone.is_empty())
        .map(|branch| match setting.business.branches.len() {
            1 => branch.phone.clone(),
            _ => format!("{} ({})", branch.phone, branch.name.to(setting.language)),
        })
        .collect();
    let head = say(setting.language, "Eso no puedo hacerlo desde aquí.", "I cannot do that from here.");
    if phones.is_empty() {
        return head.to_owned();
    }
    match setting.language {
        Es => {
            let please = setting.address.choose("Por favor llámanos", "Por favor llámenos");
            format!("{head} {please}: {}.", listed(&phones, Es))
        }
        En => format!("{head} Please call us: {}.", listed(&phones, En)),
    }
}

pub(crate) fn emergency(setting: &Setting<'_>) -> String {
    call_for_an_ambulance(&Help::of(setting.business), setting.language, setting.address)
}
