//! tantivy used directly, as its own examples do: BM25 over one field, words folded but not stemmed, the best
//! ten by its scorer.

use std::path::Path;

use serde_json::json;
use tantivy::collector::TopDocs;
use tantivy::query::{BooleanQuery, Query, TermQuery};
use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, STORED, Schema, TextFieldIndexing, TextOptions, Value,
};
use tantivy::tokenizer::{AsciiFoldingFilter, LowerCaser, SimpleTokenizer, TextAnalyzer, TokenStream};
use tantivy::{Index, TantivyDocument, Term, doc};

use crate::Failure;
use crate::chunks::{Chunks, measure};

const ANALYZER: &str = "folded";
const MEMORY: usize = 200 << 20;

fn analyzer() -> TextAnalyzer {
    TextAnalyzer::builder(SimpleTokenizer::default()).filter(LowerCaser).filter(AsciiFoldingFilter).build()
}

fn schema() -> (Schema, Field, Field) {
    let mut schema = Schema::builder();
    let indexing = TextFieldIndexing::default()
        .set_tokenizer(ANALYZER)
        .set_index_option(IndexRecordOption::WithFreqsAndPositions);
    let text = schema.add_text_field("text", TextOptions::default().set_indexing_options(indexing));
    let id = schema.add_u64_field("id", FAST | STORED | INDEXED);
    (schema.build(), text, id)
}

pub(crate) fn build(chunks: &Chunks, index: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(index)?;
    let (schema, text, id) = schema();
    let index = Index::create_in_dir(index, schema)?;
    index.tokenizers().register(ANALYZER, analyzer());
    let mut writer = index.writer::<TantivyDocument>(MEMORY)?;
    for chunk in chunks.texts()? {
        let chunk = chunk?;
        writer.add_document(doc!(text => chunk.text, id => chunk.id))?;
    }
    writer.commit()?;
    writer.wait_merging_threads()?;
    Ok(())
}

pub(crate) async fn ask(chunks: &Chunks, index: &Path) -> Result<(), Failure> {
    let (_, text, id) = schema();
    let index = Index::open_in_dir(index)?;
    index.tokenizers().register(ANALYZER, analyzer());
    let searcher = index.reader()?.searcher();
    println!("{}", json!({ "version": tantivy::version_string() }));
    let questions = chunks.questions()?;
    let search = |words: &str| -> Result<Vec<u64>, Failure> {
        let mut analyzer = analyzer();
        let mut tokens = analyzer.token_stream(words);
        let mut terms: Vec<Box<dyn Query>> = Vec::new();
        while let Some(token) = tokens.next() {
            let term = Term::from_field_text(text, &token.text);
            terms.push(Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs)));
        }
        let best = searcher.search(&BooleanQuery::union(terms), &TopDocs::with_limit(10).order_by_score())?;
        let ids = best.into_iter().map(|(_, address)| {
            let found: TantivyDocument = searcher.doc(address)?;
            Ok(found.get_first(id).and_then(|value| value.as_u64()).unwrap_or_default())
        });
        ids.collect()
    };
    measure("lexical", &questions, false, |question| std::future::ready(search(&question.text))).await?;
    println!("{}", json!({ "rss_mib": crate::resident() }));
    Ok(())
}
