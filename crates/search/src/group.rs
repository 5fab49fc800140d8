//! Hits by file: a file is as good as its best passage.

use std::collections::HashMap;

use conserje_kernel::DocumentId;

use crate::query::Hit;

/// How much of what was found is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Granularity {
    pub passages_per_file: usize,
    pub files: usize,
}

impl Default for Granularity {
    fn default() -> Self {
        Self { passages_per_file: 5, files: 3 }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct FileHits {
    pub document: DocumentId,
    /// Of its best passage.
    pub score: f32,
    /// Best first.
    pub hits: Vec<Hit>,
}

/// The best files with their best passages.
pub fn by_file(mut hits: Vec<Hit>, granularity: Granularity) -> Vec<FileHits> {
    hits.sort_by(|a, b| b.score.total_cmp(&a.score));
    let mut places: HashMap<DocumentId, usize> = HashMap::new();
    let mut files: Vec<FileHits> = Vec::new();
    for hit in hits {
        // Best first, so a file that comes after so many is none of the best.
        let place = *places.entry(hit.document).or_insert(files.len());
        if place == files.len() {
            files.push(FileHits { document: hit.document, score: hit.score, hits: Vec::new() });
        }
        if let Some(file) =
            files.get_mut(place).filter(|file| file.hits.len() < granularity.passages_per_file)
        {
            file.hits.push(hit);
        }
    }
    files.truncate(granularity.files);
    files
}

#[cfg(test)]
#[path = "group_tests.rs"]
mod tests;
