"""peer.py pymupdf|markitdown PROCESSES FILE…: reads the files three times, a line of JSON each time; once if that takes
longer than twenty seconds.

Processes have their modules loaded before the clock starts, as Conserje's workers stand ready. PyMuPDF gives plain text
(`text`) or also looks for tables on every page (`tables`), which is nearer to what the others do.
"""

import json
import logging
import multiprocessing
import sys
import time
import warnings

ROUNDS, SECONDS = 3, 20
warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)


def pymupdf_text(path):
    import pymupdf

    with pymupdf.open(path) as document:
        return "\n".join(page.get_text() for page in document), len(document), 0


def pymupdf_tables(path):
    import pymupdf

    with pymupdf.open(path) as document:
        texts, tables = [], 0
        for page in document:
            texts.append(page.get_text())
            tables += len(page.find_tables().tables)
        return "\n".join(texts), len(document), tables


def markitdown(path):
    global converter
    return converter.convert(path).text_content, 0, 0


def warm_up(name):
    if name == "markitdown":
        from markitdown import MarkItDown

        global converter
        converter = MarkItDown(enable_plugins=False)
    else:
        import pymupdf

        pymupdf.TOOLS.mupdf_display_errors(False)
        pymupdf.TOOLS.mupdf_display_warnings(False)


def attempt(job):
    name, path = job
    try:
        text, pages, tables = {"pymupdf": pymupdf_text, "pymupdf-tables": pymupdf_tables, "markitdown": markitdown}[name](path)
        return 1, len(text), pages, tables
    except Exception:
        return 0, 0, 0, 0


def main():
    name, processes, files = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    with multiprocessing.Pool(processes, warm_up, [name]) as pool:
        pool.map(len, [""] * processes * 4, 1)
        for _ in range(ROUNDS):
            start = time.perf_counter()
            found = pool.map(attempt, [(name, file) for file in files], 1)
            seconds = time.perf_counter() - start
            read, characters, pages, tables = (sum(column) for column in zip(*found))
            facts = {"files": len(files), "read": read, "characters": characters, "pages": pages, "tables": tables}
            print(json.dumps({**facts, "seconds": seconds}), flush=True)
            if seconds > SECONDS:
                break


main()
