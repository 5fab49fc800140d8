use super::*;

fn read(files: &[(&str, &str)]) -> Result<Catalogue, String> {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let shown = folder.path().display().to_string();
    Catalogue::read(folder.path()).map_err(|error| error.to_string().replace(&format!("{shown}/"), ""))
}

const ITEM: &str = r#"[[entity]]
name = "item"
set = "items"
key = "id"
operations = ["GET"]
properties = ["id GUID read-only", "number string"]
"#;

#[test]
fn a_sound_folder_is_read() {
    let catalogue = read(&[("goods.toml", ITEM), ("notes.txt", "not read")]).unwrap();
    assert_eq!(catalogue.entities().len(), 1);
    assert_eq!(catalogue.areas(), ["goods"]);
}

#[test]
fn every_fault_is_said_with_its_file_and_line() {
    let bad = r#"[[entity]]
name = "order"
set = "orders"
key = "no"
operations = ["GET", "PUT"]
required = ["customerId|customerNumber"]
properties = [
    "id GUID",
    "id GUID",
    "itemId GUID -> itm",
    "state NAV.state",
    "odd",
    "size huge",
]
navigation = ["item item some"]
"#;
    insta::assert_snapshot!(read(&[("a.toml", bad), ("b.toml", "[[entity]]\nnmae = 1\n")]).unwrap_err());
    let names = bad.replace(r#""PUT""#, r#""POST""#).replace("    \"odd\",\n    \"size huge\",\n", "");
    let names = names.replace("item some", "item one").replace("\"no\"", "\"id\"").replacen(
        "    \"id GUID\",\n",
        "",
        1,
    );
    let names = names.replace(r#""customerId|customerNumber""#, r#""itemId""#);
    insta::assert_snapshot!(read(&[("a.toml", &names), ("b.toml", ITEM), ("c.toml", ITEM)]).unwrap_err(), @r"
    a.toml:9: there is no entity `itm`; name one that there is
    a.toml:10: `NAV.state` is not among [types]; add it, with its values if known
    c.toml:2: there are two entities `item`; remove one
    ");
}

#[test]
fn a_folder_without_entities_says_so() {
    assert!(read(&[]).unwrap_err().contains("has no entity"));
    assert!(
        Catalogue::read(Path::new("/nowhere/at/all")).unwrap_err().to_string().contains("cannot be read")
    );
}
