use std::fmt::{Debug, Display};
use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{JobState, RoutedBy, UnknownName, Urgency};

fn is_read_back<T>(all: &[T])
where
    T: Copy + Debug + Display + PartialEq + FromStr<Err = UnknownName> + Serialize + DeserializeOwned,
{
    for &word in all {
        assert_eq!(word.to_string().parse(), Ok(word));
        let written = serde_json::to_string(&word).unwrap();
        assert_eq!(written, format!("\"{word}\""));
        assert_eq!(serde_json::from_str::<T>(&written).unwrap(), word);
    }
}

#[test]
fn a_word_is_read_back_as_it_was_written() {
    is_read_back(JobState::ALL);
    is_read_back(RoutedBy::ALL);
    is_read_back(Urgency::ALL);
}

#[test]
fn an_unknown_word_names_the_known_ones_wherever_it_is_read() {
    let told = "`lost` is not a state of a job; use one of queued, running, done, dead";
    assert_eq!("lost".parse::<JobState>().unwrap_err().to_string(), told);
    let error = serde_json::from_str::<JobState>("\"lost\"").unwrap_err().to_string();
    assert!(error.starts_with(told), "{error}");
    assert!("Queued".parse::<JobState>().is_err());
    assert!("".parse::<JobState>().is_err());
}

#[test]
fn the_schema_says_what_it_is_and_which_words_there_are() {
    let schema = serde_json::to_value(<JobState as utoipa::PartialSchema>::schema()).unwrap();
    assert_eq!(
        schema,
        serde_json::json!({
            "type": "string", "description": "Where a job is on its way.", "enum": ["queued", "running", "done", "dead"],
        })
    );
}

#[test]
fn urgencies_keep_their_place() {
    for &urgency in Urgency::ALL {
        assert_eq!(Urgency::at_place(urgency.place()), Some(urgency));
    }
    assert_eq!(Urgency::Critical.place(), 1);
    assert_eq!((Urgency::at_place(0), Urgency::at_place(5)), (None, None));
}
