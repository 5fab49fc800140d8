use super::*;

fn goods(names: &[&str]) -> Goods {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn kinds(flaws: &[Flaw]) -> Vec<Kind> {
    flaws.iter().map(|flaw| flaw.kind).collect()
}

#[test]
fn what_was_promised_and_is_there_once_is_good() {
    let all = goods(&["a", "b", "c", "c"]);
    assert_eq!(settled(&all, &all, 4), []);
    assert_eq!(broken(&goods(&["a", "c"]), &all), [], "others may have been promised more since");
}

#[test]
fn what_is_lost_left_over_doubled_or_oversold_is_told() {
    assert_eq!(kinds(&broken(&goods(&["a", "b"]), &goods(&["b"]))), [Kind::Lost]);
    assert_eq!(kinds(&settled(&goods(&["a"]), &goods(&["a", "b"]), 2)), [Kind::LeftOver]);
    assert_eq!(kinds(&settled(&goods(&["a"]), &goods(&["a", "a"]), 2)), [Kind::Doubled]);
    let all = goods(&["a", "b"]);
    assert_eq!(kinds(&settled(&all, &all, 1)), [Kind::Doubled], "more than there is");
    assert_eq!(kinds(&settled(&all, &all, 3)), [Kind::Unexpected], "less than there is");
    assert_eq!(
        kinds(&settled(&goods(&["a"]), &goods(&["b"]), 1)),
        [Kind::Lost, Kind::LeftOver],
        "as many, but others"
    );
}
