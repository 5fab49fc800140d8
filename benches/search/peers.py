"""peers.py ENGINE build|ask CHUNKS INDEX: one Python peer, building its index or being asked.

Each step prints a line of JSON as soon as it is known, so that a run that is cut short keeps what it has. What is timed
is one question at a time, as the Rust programs do it: up to three rounds of all questions, or half a minute.
"""

import json
import os
import sys
import time
from importlib.metadata import version
from pathlib import Path

import numpy

ROUNDS, SECONDS, WARM_UP, LIMIT, BATCH, DIMENSIONS = 3, 30, 20, 10, 5_000, 512


def say(**facts):
    print(json.dumps(facts), flush=True)


def texts(folder):
    with open(folder / "chunks.jsonl") as lines:
        return [json.loads(line)["text"] for line in lines]


def vectors(folder, name="vectors.f32"):
    return numpy.fromfile(folder / name, dtype="<f4").reshape(-1, DIMENSIONS)


def bytes_of(path):
    return sum(file.stat().st_size for file in path.rglob("*") if file.is_file())


def resident():
    status = Path("/proc/self/status").read_text()
    return round(int(status.split("VmRSS:")[1].split()[0]) / 1024, 1)


def measure(name, ask, questions, exact=None):
    for question in questions[:WARM_UP]:
        ask(question)
    times, found, began, processor = [], [], time.perf_counter(), time.process_time()
    for turn in range(ROUNDS):
        for question in questions:
            start = time.perf_counter()
            ids = ask(question)
            times.append((time.perf_counter() - start) * 1000)
            if turn == 0:
                found.append(ids)
            if time.perf_counter() - began > SECONDS:
                break
        if time.perf_counter() - began > SECONDS:
            break
    facts = {"p50_ms": float(numpy.percentile(times, 50)), "p99_ms": float(numpy.percentile(times, 99)), "asked": len(times)}
    # Of the whole process: what a search costs, however long it had to wait for a core.
    facts["cpu_ms"] = (time.process_time() - processor) * 1000 / len(times)
    if exact:
        facts["recall"] = float(numpy.mean([len(set(a) & set(b)) / len(b) for a, b in zip(found, exact)]))
    say(mode=name, **{key: round(value, 3) for key, value in facts.items()})
    # While the index is open; the last one counts.
    say(rss_mib=resident())


class Bm25s:
    """Spanish stems, no stop words; the numpy backend, which is what installs without a compiler."""

    package = "bm25s"

    def __init__(self):
        import bm25s
        import Stemmer

        self.bm25s, self.stemmer = bm25s, Stemmer.Stemmer("spanish")

    def tokens(self, some):
        return self.bm25s.tokenize(some, stopwords=None, stemmer=self.stemmer, show_progress=False)

    def build(self, chunks, index):
        found = self.bm25s.BM25()
        found.index(self.tokens(texts(chunks)), show_progress=False)
        found.save(index)

    def ask(self, index, questions):
        stored = self.bm25s.BM25.load(index)

        def lexical(text):
            ids, _ = stored.retrieve(self.tokens([text]), k=LIMIT, show_progress=False, n_threads=0)
            return ids[0].tolist()

        measure("lexical", lexical, questions.texts)


class Chroma:
    """Its HNSW with its own settings, cosine; it has no ranking by words."""

    package = "chromadb"

    def client(self, index):
        import chromadb
        from chromadb.config import Settings

        return chromadb.PersistentClient(index, settings=Settings(anonymized_telemetry=False))

    def build(self, chunks, index):
        collection = self.client(str(index)).create_collection(
            "chunks", metadata={"hnsw:space": "cosine"}, embedding_function=None
        )
        all_texts, all_vectors = texts(chunks), vectors(chunks)
        for first in range(0, len(all_texts), BATCH):
            here = range(first, min(first + BATCH, len(all_texts)))
            collection.add(
                ids=[str(at) for at in here],
                embeddings=all_vectors[first : here.stop],
                documents=all_texts[first : here.stop],
            )
            say(indexed=here.stop)

    def ask(self, index, questions):
        collection = self.client(str(index)).get_collection("chunks", embedding_function=None)

        def semantic(vector):
            found = collection.query(query_embeddings=[vector], n_results=LIMIT, include=["distances"])
            return [int(name) for name in found["ids"][0]]

        measure("semantic", semantic, questions.vectors, questions.exact)


class Lance:
    """Full-text index and IVF_PQ with their own settings; hybrid by its reciprocal ranks."""

    package = "lancedb"

    def __init__(self):
        # It logs a warning a search otherwise, which is not what is to be timed.
        os.environ["LANCEDB_LOG"] = "error"

    def build(self, chunks, index):
        import lancedb
        import pyarrow

        all_texts, flat = texts(chunks), pyarrow.array(vectors(chunks).reshape(-1))
        columns = {
            "id": pyarrow.array(range(len(all_texts))),
            "text": all_texts,
            "vector": pyarrow.FixedSizeListArray.from_arrays(flat, DIMENSIONS),
        }
        start = time.perf_counter()
        table = lancedb.connect(str(index)).create_table("chunks", pyarrow.table(columns))
        say(written_s=round(time.perf_counter() - start, 2))
        table.create_fts_index("text", use_tantivy=False)
        say(words_indexed_s=round(time.perf_counter() - start, 2))
        table.create_index(metric="cosine", vector_column_name="vector", index_type="IVF_PQ")
        say(vectors_indexed_s=round(time.perf_counter() - start, 2))

    def ask(self, index, questions):
        import lancedb

        table = lancedb.connect(str(index)).open_table("chunks")
        ids = lambda search: [row["id"] for row in search.select(["id"]).limit(LIMIT).to_list()]
        kinds = {str(one.index_type) for one in table.list_indices()}
        say(indexes=sorted(kinds))
        if any("FTS" in kind for kind in kinds):
            measure("lexical", lambda text: ids(table.search(text, query_type="fts")), questions.texts)
        near = lambda vector: table.search(vector).distance_type("cosine")
        if any("Ivf" in kind or "IVF" in kind for kind in kinds):
            measure("semantic", lambda vector: ids(near(vector)), questions.vectors, questions.exact)
            refined = lambda vector: ids(near(vector).nprobes(20).refine_factor(10))
            measure("semantic, refined ×10", refined, questions.vectors, questions.exact)
            both = lambda pair: ids(table.search(query_type="hybrid").vector(pair[0]).text(pair[1]))
            measure("hybrid", both, list(zip(questions.vectors, questions.texts)))
        exact = lambda vector: ids(near(vector).bypass_vector_index())
        measure("semantic, exact scan", exact, questions.vectors, questions.exact)


class Questions:
    def __init__(self, chunks):
        rows = [json.loads(line) for line in open(chunks / "questions.jsonl")]
        self.texts, self.exact = [row["text"] for row in rows], [row["exact"] for row in rows]
        self.vectors = list(vectors(chunks, "questions.f32"))


def main():
    engine = {"bm25s": Bm25s, "chromadb": Chroma, "lancedb": Lance}[sys.argv[1]]()
    step, chunks, index = sys.argv[2], Path(sys.argv[3]), Path(sys.argv[4])
    say(version=version(engine.package), load=round(os.getloadavg()[0], 2))
    if step == "build":
        start = time.perf_counter()
        engine.build(chunks, index)
        say(build_s=round(time.perf_counter() - start, 2), disk_mb=round(bytes_of(index) / 1e6, 1))
    else:
        engine.ask(index, Questions(chunks))


main()
