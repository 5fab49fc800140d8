use super::*;

fn layers(text: &str) -> Layers {
    toml::from_str(text).unwrap()
}

fn member(name: &str, program: &[&str], tests: &[&str]) -> Member {
    let uses = |names: &[&str], purpose| {
        names.iter().map(|name| Use { name: (*name).to_owned(), purpose }).collect::<Vec<_>>()
    };
    Member {
        name: name.to_owned(),
        uses: uses(program, Purpose::Program).into_iter().chain(uses(tests, Purpose::Tests)).collect(),
    }
}

#[test]
fn allowed_uses_pass() {
    let layers = layers("kernel = []\nstore = ['kernel']\nserver = ['*']\ntestkit = ['*']");
    let members = [
        member("kernel", &[], &[]),
        member("store", &["kernel"], &["testkit", "kernel"]),
        member("server", &["kernel", "store"], &["testkit"]),
        member("testkit", &["server"], &[]),
    ];
    assert_eq!(check(&layers, &members), Vec::<String>::new());
}

#[test]
fn a_forbidden_use_is_named_with_the_allowed_road() {
    let layers = layers("kernel = []\nllm = ['kernel']\nguard = ['kernel']");
    let members = [
        member("kernel", &["llm"], &[]),
        member("llm", &["kernel"], &[]),
        member("guard", &["kernel", "llm"], &[]),
    ];
    assert_eq!(
        check(&layers, &members),
        [
            "crate `kernel` may not use `llm` in [dependencies]; layers.toml allows it: no crate of ours",
            "crate `guard` may not use `llm` in [dependencies]; layers.toml allows it: kernel",
        ]
    );
}

#[test]
fn testkit_is_for_tests_only() {
    let layers = layers("kernel = []\ntestkit = ['*']");
    let members = [member("kernel", &["testkit"], &["testkit"]), member("testkit", &[], &[])];
    assert_eq!(
        check(&layers, &members),
        ["crate `kernel` may not use `testkit` in [dependencies]; layers.toml allows it: no crate of ours"]
    );
}

#[test]
fn tests_keep_to_the_layers_too() {
    let layers = layers("kernel = []\nstore = ['kernel']\ntestkit = ['*']");
    let members =
        [member("kernel", &[], &["store"]), member("store", &["kernel"], &[]), member("testkit", &[], &[])];
    assert_eq!(
        check(&layers, &members),
        ["crate `kernel` may not use `store` in [dev-dependencies]; layers.toml allows it: testkit"]
    );
}

#[test]
fn missing_and_unknown_crates_are_findings() {
    let layers = layers("kernel = ['nowhere']\ngone = []");
    let members = [member("kernel", &[], &[]), member("fresh", &[], &[])];
    assert_eq!(
        check(&layers, &members),
        [
            "layers.toml names `gone`, which is no crate of ours; remove that line",
            "layers.toml lets `kernel` use `nowhere`, which is no crate of ours; remove it",
            "crate `fresh` is not in layers.toml; add `fresh = […]` there with the crates that it may use",
        ]
    );
}

#[test]
fn an_allowed_use_that_nobody_makes_is_taken_out() {
    let layers = layers("kernel = []\nllm = ['kernel']\nsearch = ['kernel', 'llm']");
    let members =
        [member("kernel", &[], &[]), member("llm", &["kernel"], &[]), member("search", &["kernel"], &[])];
    assert_eq!(
        check(&layers, &members),
        ["`search` may use `llm`, but does not: take it out of layers.toml"]
    );
}

#[test]
fn a_use_by_tests_alone_is_a_use() {
    let layers = layers("kernel = []\nllm = ['kernel']");
    let members = [member("kernel", &[], &[]), member("llm", &[], &["kernel"])];
    assert_eq!(check(&layers, &members), Vec::<String>::new());
}

#[test]
fn only_what_puts_everything_together_may_use_every_crate() {
    let layers = layers("kernel = []\nskills = ['*']\nserver = ['*']\ntestkit = ['*']");
    let members = [
        member("kernel", &[], &[]),
        member("skills", &["kernel"], &[]),
        member("server", &["kernel"], &[]),
        member("testkit", &["kernel"], &[]),
    ];
    assert_eq!(
        check(&layers, &members),
        [
            "layers.toml lets `skills` use every crate of ours; only `server` and `testkit` may, name those that it uses"
        ]
    );
}
