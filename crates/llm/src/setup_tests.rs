use proptest::prelude::*;

use super::*;

fn provider(kind: ProviderKind, base_url: Option<&str>) -> ProviderSetup {
    ProviderSetup { kind, base_url: base_url.map(str::to_owned), api_version: None }
}

fn model(name: &str, provider: &str) -> ModelSetup {
    ModelSetup { name: name.to_owned(), provider: provider.to_owned(), ..ModelSetup::default() }
}

fn told(setup: &ModelsSetup) -> Vec<String> {
    setup.problems(&BTreeSet::from(["elsewhere"])).iter().map(ToString::to_string).collect()
}

#[test]
fn what_is_wrong_is_said_where_it_is() {
    let tiers = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let mut setup = ModelsSetup {
        providers: BTreeMap::from([
            ("openai".to_owned(), provider(ProviderKind::OpenAi, None)),
            ("local".to_owned(), provider(ProviderKind::OpenAiCompatible, Some("http://localhost:11434/v1"))),
        ]),
        models: vec![model("gpt-5.1", "openai"), model("qwen3:8b", "local")],
        tiers: TiersSetup {
            balanced: tiers(&["qwen3:8b", "elsewhere", "extractive"]),
            ..TiersSetup::default()
        },
    };
    assert_eq!(told(&setup), Vec::<String>::new());

    setup.providers.insert("Mine!".to_owned(), provider(ProviderKind::OpenAiCompatible, None));
    setup.providers.insert("ftp".to_owned(), provider(ProviderKind::OpenAi, Some("ftp://x/")));
    setup.providers.insert("key".to_owned(), provider(ProviderKind::OpenAi, Some("https://u:p@x/v1")));
    setup.models.push(model("gpt-5.1", "gone"));
    setup.models.push(model("extractive", "openai"));
    setup.models.push(ModelSetup { price_input: Some(-1.0), ..model("cheap", "openai") });
    setup.tiers.fast = tiers(&["nobody"]);
    assert_eq!(
        told(&setup),
        [
            "providers.Mine!: a provider's name is 1 to 40 letters, digits, hyphens and underscores",
            "providers.Mine!.base_url: is missing; say where it is served, as `http://localhost:11434/v1`",
            "providers.ftp.base_url: `ftp://x/` is no http or https address",
            "providers.key.base_url: has a user, a password or a query in it; a key has a field of its own",
            "models.gpt-5.1: is there twice",
            "models.gpt-5.1: names the provider `gone`, which is not there",
            "models.extractive: is the name of a model that is built in; choose another",
            "models.cheap: has a price below zero or beyond a million",
            "tiers: name `nobody`, which is no model",
        ]
    );
}

#[test]
fn what_is_left_out_is_what_is_known_or_usual() {
    let facts = model("claude-sonnet-4-6", "anthropic").facts(ProviderKind::Anthropic);
    assert_eq!((facts.context_window, facts.max_output_tokens, facts.vision), (1_000_000, 4096, true));
    assert_eq!(
        facts.price,
        Price { input: 3_000_000, cached: 300_000, cache_written: 3_750_000, output: 15_000_000 }
    );
    let own = ModelSetup {
        price_input: Some(1.0),
        price_output: Some(2.0),
        context_window: Some(1000),
        vision: Some(false),
        ..model("claude-sonnet-4-6", "anthropic")
    };
    let facts = own.facts(ProviderKind::Anthropic);
    assert_eq!((facts.context_window, facts.vision), (1000, false));
    assert_eq!(
        facts.price,
        Price { input: 1_000_000, cached: 1_000_000, cache_written: 1_000_000, output: 2_000_000 }
    );
    assert_eq!(
        model("mine", "local").facts(ProviderKind::OpenAiCompatible),
        Facts { vision: false, ..Facts::default() }
    );
}

#[test]
fn what_cannot_be_is_refused() {
    let told = |model: ModelSetup| {
        let providers = BTreeMap::from([("o".to_owned(), provider(ProviderKind::OpenAi, None))]);
        told(&ModelsSetup { providers, models: vec![model], tiers: TiersSetup::default() }).len()
    };
    assert_eq!(told(ModelSetup { priced_on: Some("2026-11-18".to_owned()), ..model("m", "o") }), 0);
    for day in ["00000000000", "2026-02-30", "tomorrow", "2026-11-18T00:00:00"] {
        assert_eq!(told(ModelSetup { priced_on: Some(day.to_owned()), ..model("m", "o") }), 1, "{day}");
    }
    assert_eq!(told(ModelSetup { context_window: Some(0), ..model("m", "o") }), 1);
    assert_eq!(told(ModelSetup { max_output_tokens: Some(0), ..model("m", "o") }), 1);
    assert_eq!(told(ModelSetup { model: Some("x".repeat(121)), ..model("m", "o") }), 1);
}

proptest! {
    #[test]
    fn any_address_is_judged_without_a_fault(url in "\\PC{0,60}") {
        drop(provider(ProviderKind::OpenAi, Some(&url)).problem());
    }
}
