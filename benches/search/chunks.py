"""chunks.py FOLDER COUNT: the chunks, vectors and questions that every engine gets.

Chunks are 90 to 120 words of sentences drawn from SciFact's abstracts and Spanish laws, in turn; a question is 6 to 10
neighbouring words of one of them. Vectors are drawn (512 numbers around 1,000 centres, neighbours of a centre at a
cosine of about 0.5), because embedding half a million chunks would take hours; a question's vector lies near that of
its chunk. The same seed gives the same files.

  chunks.jsonl        {"id": 0, "text": "…"} a line
  vectors.f32         512 little-endian floats a chunk
  questions.jsonl     {"text": "…", "exact": [ids of the ten nearest by exact cosine]} a line
  questions.f32       512 floats a question
"""

import json
import os
import random
import re
import sys
from pathlib import Path

import numpy

DIMENSIONS, CENTRES, QUESTIONS, NEAREST = 512, 1_000, 500, 10
# Rows at a time: bounds what is in memory.
ROWS = 20_000


def sentences(text):
    return [part.strip() for part in re.split(r"(?<=[.!?;])\s+", text) if len(part.split()) >= 5]


def pools(data):
    english, spanish = [], []
    with open(data / "retrieval/scifact/corpus.jsonl") as corpus:
        for line in corpus:
            english += sentences(json.loads(line)["text"])
    for law in sorted((data / "law-es/laws").glob("*.md")):
        spanish += sentences(re.sub(r"[#*|>`]+", " ", law.read_text().split("---", 2)[-1]))
    return spanish, english


def unit(rows):
    return rows / numpy.linalg.norm(rows, axis=1, keepdims=True)


def main():
    folder, count = Path(sys.argv[1]), int(sys.argv[2])
    both = pools(Path(os.environ["CONSERJE_DATA"]))
    chance, drawn = random.Random(7), numpy.random.default_rng(7)
    asked = set(chance.sample(range(count), QUESTIONS))
    questions, near = [], []
    centres = unit(drawn.standard_normal((CENTRES, DIMENSIONS), dtype=numpy.float32))
    with open(folder / "chunks.jsonl", "w") as chunks, open(folder / "vectors.f32", "wb") as vectors:
        for first in range(0, count, ROWS):
            here = range(first, min(first + ROWS, count))
            noise = unit(drawn.standard_normal((len(here), DIMENSIONS), dtype=numpy.float32))
            rows = unit(centres[drawn.integers(0, CENTRES, len(here))] + noise)
            rows.astype("<f4").tofile(vectors)
            for at in here:
                words = []
                while len(words) < 90:
                    words += chance.choice(both[at % 2]).split()[:60]
                words = words[:120]
                chunks.write(json.dumps({"id": at, "text": " ".join(words)}, ensure_ascii=False) + "\n")
                if at in asked:
                    length = chance.randint(6, 10)
                    start = chance.randint(0, len(words) - length)
                    questions.append(" ".join(words[start : start + length]))
                    near.append(rows[at - first])
    noise = unit(drawn.standard_normal((QUESTIONS, DIMENSIONS), dtype=numpy.float32))
    near = unit(numpy.array(near) + 0.7 * noise)
    near.astype("<f4").tofile(folder / "questions.f32")

    best = numpy.full((QUESTIONS, NEAREST), -2.0, dtype=numpy.float32)
    ids = numpy.zeros((QUESTIONS, NEAREST), dtype=numpy.int64)
    stored = numpy.memmap(folder / "vectors.f32", dtype="<f4", mode="r").reshape(count, DIMENSIONS)
    for first in range(0, count, ROWS):
        cosines = near @ stored[first : first + ROWS].T
        all_cosines = numpy.concatenate([best, cosines], axis=1)
        new = numpy.broadcast_to(numpy.arange(first, first + cosines.shape[1]), cosines.shape)
        all_ids = numpy.concatenate([ids, new], axis=1)
        top = numpy.argpartition(-all_cosines, NEAREST, axis=1)[:, :NEAREST]
        best, ids = numpy.take_along_axis(all_cosines, top, 1), numpy.take_along_axis(all_ids, top, 1)
    with open(folder / "questions.jsonl", "w") as out:
        for text, exact in zip(questions, ids.tolist()):
            out.write(json.dumps({"text": text, "exact": exact}, ensure_ascii=False) + "\n")


main()
