//! The numbers of BM25F.

use tantivy::fieldnorm::FieldNormReader;

use crate::fields::TextField;

/// How much a word counts by its frequency, its rarity, its field and the field's length.
#[derive(Clone, Debug, PartialEq)]
pub struct Bm25 {
    /// How slowly repetition saturates.
    pub k1: f32,
    /// What two neighbours of the question that stand together count for, as a share of a term.
    pub proximity: f32,
    pub body: FieldWeight,
    pub heading: FieldWeight,
    pub name: FieldWeight,
    pub keywords: FieldWeight,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FieldWeight {
    pub boost: f32,
    /// How much a long field is discounted, 0 to 1.
    pub b: f32,
}

impl Default for Bm25 {
    /// As measured: see docs/retrieval.md.
    fn default() -> Self {
        Self {
            k1: 1.2,
            proximity: 0.3,
            body: FieldWeight { boost: 1.0, b: 0.75 },
            heading: FieldWeight { boost: 2.0, b: 0.4 },
            name: FieldWeight { boost: 0.5, b: 0.2 },
            keywords: FieldWeight { boost: 0.3, b: 0.2 },
        }
    }
}

impl Bm25 {
    /// Of a term that `holders` of `passages` hold: Lucene's inverse document frequency.
    pub(crate) fn rarity(holders: u64, passages: u64) -> f32 {
        let (holders, passages) = (holders as f32, (passages as f32).max(holders as f32));
        (1.0 + (passages - holders + 0.5) / (holders + 0.5)).ln()
    }

    /// What a passage can get at most for a term of this rarity.
    pub(crate) fn perfect(&self, rarity: f32) -> f32 {
        rarity * (self.k1 + 1.0)
    }

    /// 0 to k1 + 1.
    pub(crate) fn saturated(&self, frequency: f32) -> f32 {
        frequency * (self.k1 + 1.0) / (frequency + self.k1)
    }

    /// What one occurrence counts in a field of so many terms.
    pub(crate) fn weight_of(&self, field: TextField, length: usize, mean_length: f32) -> f32 {
        let FieldWeight { boost, b } = match field {
            TextField::Body => self.body,
            TextField::Heading => self.heading,
            TextField::Name => self.name,
            TextField::Keywords => self.keywords,
        };
        boost / (1.0 - b + b * length as f32 / mean_length)
    }

    pub(crate) fn weigher(&self, field: TextField, mean_length: f32) -> Weigher {
        let by_length = std::array::from_fn(|code| {
            let length = FieldNormReader::id_to_fieldnorm(u8::try_from(code).unwrap_or(u8::MAX));
            self.weight_of(field, length as usize, mean_length)
        });
        Weigher { by_length }
    }
}

/// Weighs the frequency of a term in one field.
pub(crate) struct Weigher {
    by_length: [f32; 256],
}

impl Weigher {
    /// `length` as tantivy codes it in one byte.
    pub(crate) fn weighted(&self, frequency: u32, length: u8) -> f32 {
        frequency as f32 * self.by_length.get(usize::from(length)).copied().unwrap_or_default()
    }
}
