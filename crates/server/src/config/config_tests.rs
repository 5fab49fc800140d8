use std::io::Write;

use super::*;

fn read(toml: &str) -> Result<Config, String> {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(toml.as_bytes()).unwrap();
    let layers = layers(Some(file.path()), &Overrides::default()).map_err(|error| error.to_string())?;
    Config::read(&layers).map_err(|error| error.to_string())
}

#[test]
fn no_file_is_needed() {
    let layers = layers(None, &Overrides::default()).unwrap();
    assert_eq!(Config::read(&layers).unwrap().listen.to_string(), "127.0.0.1:8484");
}

#[test]
fn what_is_wrong_is_named_with_what_to_do() {
    let problem = |toml: &str| read(toml).unwrap_err();
    assert_eq!(
        problem("[server]\nlisten = \"nowhere\""),
        "`server.listen` is `nowhere`; use an address and a port, such as 127.0.0.1:8484"
    );
    assert_eq!(problem("[database]\nconnections = 0"), "`database.connections` is 0; use 1 or more");
    assert!(problem("[database]\nurl = \"mysql://x\"").contains("use postgres://"));
    assert!(problem("[conversation]\nwhen_busy = \"maybe\"").ends_with("use queue or refuse"));
    assert!(problem("[blobs]\nbucket = \"b\"").contains("blobs.access_key"));
    assert!(problem("[server]\nlisten_on = \"x\"").contains("unknown field"));
    assert!(problem("[server\n").contains("TOML"), "{}", problem("[server\n"));
}

#[test]
fn a_setting_is_read_by_its_old_name_and_said_to_have_moved() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(b"[model]\nscripted = true\nhosts = []\n").unwrap();
    let layers = layers(Some(file.path()), &Overrides::default()).unwrap();
    Config::read(&layers).unwrap();
    let path = file.path().display();
    let said: Vec<String> = layers.moved.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [format!("`model.scripted` (file {path}) is called `testing.scripted` since 0.2.0; rename it there")]
    );
    let explained = explain(&layers);
    let moved = explained.iter().find(|line| line.key == "testing.scripted").unwrap();
    assert_eq!((moved.value.as_str(), moved.origin.clone()), ("yes", format!("file {path}")));
    let both = read("[model]\nscripted = true\n[testing]\nscripted = false\n").unwrap_err();
    assert!(both.starts_with("`model.scripted` and `testing.scripted` (file "), "{both}");
    assert!(
        both.ends_with("are the same setting, by its old and its new name; leave `model.scripted` out"),
        "{both}"
    );
}

#[test]
fn a_file_that_is_not_there_is_an_error() {
    let missing = Path::new("no-such-file.toml");
    assert!(
        layers(Some(missing), &Overrides::default()).unwrap_err().to_string().contains("no-such-file.toml")
    );
}

#[test]
fn each_value_says_where_it_came_from_and_secrets_stay_hidden() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(b"[database]\nurl = \"postgres://u:hunter2@h/d\"\n[log]\nfilter = \"debug\"").unwrap();
    let overrides = Overrides { listen: Some("127.0.0.1:1".parse().unwrap()), ..Overrides::default() };
    let explained = explain(&layers(Some(file.path()), &overrides).unwrap());
    let of = |key: &str| explained.iter().find(|line| line.key == key).unwrap();
    assert_eq!(of("server.listen").origin, "command line");
    assert_eq!(of("data.folder").origin, "default");
    assert!(of("log.filter").origin.starts_with("file "));
    assert_eq!(of("database.url").value, "hidden");
    assert!(!format!("{explained:?}").contains("hunter2"));
}
