"""peer.py ROUNDS: reads a JSON string per line from stdin, and writes what Presidio found in each: `[[type, start, end], …]`.

The last line says how long each round took. Spanish, all pattern recognisers that ship for it, phones of Spain, the United
States and Mexico, and the US SSN. Its language models, which find names and places, are not there: a blank pipeline
stands in for them, which also makes it faster.
"""

import json
import logging
import sys
import time

logging.disable(logging.CRITICAL)

import spacy
from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
from presidio_analyzer.nlp_engine import SpacyNlpEngine
from presidio_analyzer.predefined_recognizers import PhoneRecognizer, UsSsnRecognizer

# What the guard does not look for is not held against it.
OTHER = {"URL", "DATE_TIME", "UUID", "CRYPTO", "MAC_ADDRESS", "MEDICAL_LICENSE", "PERSON", "LOCATION", "NRP", "ORGANIZATION"}


class Blank(SpacyNlpEngine):
    def __init__(self):
        super().__init__(models=[{"lang_code": "es", "model_name": "blank"}])
        self.nlp = {"es": spacy.blank("es")}

    def load(self):
        pass


def main():
    rounds = int(sys.argv[1])
    texts = [json.loads(line) for line in sys.stdin]
    registry = RecognizerRegistry(supported_languages=["es"])
    registry.load_predefined_recognizers(languages=["es"])
    registry.remove_recognizer("PhoneRecognizer")
    registry.add_recognizer(PhoneRecognizer(supported_regions=("ES", "US", "MX"), supported_language="es"))
    registry.add_recognizer(UsSsnRecognizer(supported_language="es"))
    engine = AnalyzerEngine(registry=registry, nlp_engine=Blank(), supported_languages=["es"])
    look = lambda text: engine.analyze(text, language="es")
    for text in texts:
        found = [[result.entity_type, result.start, result.end] for result in look(text) if result.entity_type not in OTHER]
        print(json.dumps(found))
    seconds = []
    for _ in range(rounds):
        start = time.perf_counter()
        for text in texts:
            look(text)
        seconds.append(time.perf_counter() - start)
    print(json.dumps({"bytes": sum(len(text.encode()) for text in texts), "seconds": seconds}))


main()
