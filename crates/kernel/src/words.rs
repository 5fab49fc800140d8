//! Sets of words: each an enum whose words are written once, for rows, for the wire and for the OpenAPI document.

/// A word that is none of those expected; says which are.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{given}` is not {what}; use one of {known}")]
pub struct UnknownName {
    given: String,
    what: &'static str,
    known: String,
}

impl UnknownName {
    /// `what` has its article: `a role`.
    pub(crate) fn new(given: &str, what: &'static str, known: &[&str]) -> Self {
        Self { given: given.chars().take(60).collect(), what, known: known.join(", ") }
    }
}

/// Makes an enum of words: `Role, "a role" { Owner = "owner", … }`.
macro_rules! words {
    (
        $(#[doc = $about:literal])+
        $type:ident, $what:literal {
            $($(#[doc = $variant_about:literal])* $variant:ident = $word:literal),+ $(,)?
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $type { $($(#[doc = $variant_about])* $variant),+ }

        impl $type {
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];
            const NAMES: &'static [&'static str] = &[$($word),+];

            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                out.write_str(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::UnknownName;
            fn from_str(text: &str) -> Result<Self, $crate::UnknownName> {
                match text {
                    $($word => Ok(Self::$variant),)+
                    _ => Err($crate::UnknownName::new(text, $what, Self::NAMES)),
                }
            }
        }

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(self.name())
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                <String as serde::Deserialize>::deserialize(from)?.parse().map_err(serde::de::Error::custom)
            }
        }

        // By hand: the derive does not see names that come out of a macro.
        impl utoipa::PartialSchema for $type {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                utoipa::openapi::ObjectBuilder::new()
                    .schema_type(utoipa::openapi::Type::String)
                    .description(Some(concat!($($about),+).trim()))
                    .enum_values(Some(Self::NAMES.iter().copied()))
                    .into()
            }
        }

        impl utoipa::ToSchema for $type {}
    };
}
pub(crate) use words;

#[cfg(test)]
#[path = "words_tests.rs"]
mod tests;
