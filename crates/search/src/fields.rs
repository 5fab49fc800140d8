//! The texts of a passage that words are looked for in.

use std::borrow::Cow;

use crate::passage::Passage;

/// A field of BM25F.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextField {
    Body,
    /// The headings that it stands under.
    Heading,
    /// Whose part it is: the file's name, the law and the article.
    Name,
    Keywords,
}

pub(crate) const FIELDS: [TextField; 4] =
    [TextField::Body, TextField::Heading, TextField::Name, TextField::Keywords];

impl TextField {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Body => "body",
            Self::Heading => "heading",
            Self::Name => "name",
            Self::Keywords => "keywords",
        }
    }
}

pub(crate) fn text_of(passage: &Passage, field: TextField) -> Cow<'_, str> {
    match field {
        TextField::Body => Cow::Borrowed(&passage.text),
        TextField::Heading => {
            let path = passage.section_path.iter().map(String::as_str);
            let own = passage.section_title.as_deref().filter(|own| path.clone().next_back() != Some(own));
            Cow::Owned(path.clone().chain(own).collect::<Vec<_>>().join("\n"))
        }
        TextField::Name => {
            let mut name = passage.file_name.clone();
            if let Some(article) = &passage.article {
                name.push('\n');
                name.push_str(&article.law);
                if let Some(number) = &article.number {
                    name.push_str("\nartículo ");
                    name.push_str(number);
                }
            }
            Cow::Owned(name)
        }
        TextField::Keywords => Cow::Owned(passage.keywords.join("\n")),
    }
}
