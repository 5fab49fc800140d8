"""Who is measured: how each is started, asked, and looked into afterwards."""

import json
import os
import re
import shutil
import sqlite3
import string
import subprocess

from harness import HERE, Failure, Process, Target, answers, free_port

KEY = "sk-bench-0123456789"
QUESTION = "How much is item-%N%, and is it in stock?"
CHAT = json.dumps({"model": "bench", "messages": [{"role": "user", "content": QUESTION}]})
STREAM = json.dumps({"model": "bench", "stream": True, "messages": [{"role": "user", "content": QUESTION}]})
# The last words of every answer of the upstream.
LAST_WORD = "today."


def fill(source, target, **values):
    target.write_text(string.Template(source.read_text()).safe_substitute(values))
    return target


def rows(file, **queries):
    """Counts from a database that its owner has open; a table that is not there counts as None."""
    found = {}
    connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=30)
    try:
        for name, query in queries.items():
            try:
                found[name] = connection.execute(query).fetchone()[0]
            except sqlite3.OperationalError:
                found[name] = None
    finally:
        connection.close()
    return found


def version_of(python, *packages):
    code = "import importlib.metadata as m, platform, sys; print(platform.python_version(), *map(m.version, sys.argv[1:]))"
    done = subprocess.run([python, "-c", code, *packages], capture_output=True, text=True)
    if done.returncode:
        raise Failure(f"{python} is not set up; run benches/peers/setup\n{done.stderr}")
    versions = dict(zip(["python", *packages], done.stdout.split(), strict=True))
    return ", ".join(f"{name} {version}" for name, version in versions.items())


class Contender:
    name = title = what = ""
    scenarios = ()
    process = None

    def __init__(self, work, cache, upstream):
        self.cache, self.upstream = cache, upstream
        self.folder = work / self.name
        self.folder.mkdir()

    def version(self):
        raise NotImplementedError

    def start(self):
        raise NotImplementedError

    def targets(self):
        raise NotImplementedError

    def durable(self):
        """What is on disk, by name."""
        return {}

    def lacks(self, scenario):
        """What the scenario promises and this set-up does not have, if anything."""
        return None

    def shows(self, scenario, requests, before, after):
        """(what must hold, whether it does) after that many requests were answered."""
        return []

    def stop(self):
        if self.process:
            self.process.stop()


class LangGraph(Contender):
    scenarios = ("turn",)
    workers, tools, durability = 1, "local", "async"

    def version(self):
        packages = ("langgraph", "langgraph-checkpoint-sqlite", "langchain", "fastapi", "uvicorn")
        return version_of(self.cache / "langgraph/bin/python", *packages)

    def start(self):
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.database = self.folder / "checkpoints.sqlite"
        command = [self.cache / "langgraph/bin/uvicorn", "app:app", "--host", "127.0.0.1", "--port", str(port)]
        command += ["--workers", str(self.workers), "--log-level", "warning", "--no-access-log"]
        environment = {
            "UPSTREAM": self.upstream,
            "DATABASE": str(self.database),
            "KEY": KEY,
            "TOOLS": self.tools,
            "DURABILITY": self.durability,
            "LANGSMITH_TRACING": "false",
            "NO_PROXY": "127.0.0.1",
        }
        self.process = Process(self.name, command, self.folder, environment, cwd=HERE / "langgraph")
        self.process.wait_for("reply", lambda: answers(f"{self.url}/health"))

    def targets(self):
        body = json.dumps({"message": QUESTION})
        return {"turn": Target(f"{self.url}/turn", body, {"Authorization": f"Bearer {KEY}"})}

    def durable(self):
        return rows(
            self.database,
            threads="SELECT count(DISTINCT thread_id) FROM checkpoints",
            checkpoints="SELECT count(*) FROM checkpoints",
            writes="SELECT count(*) FROM writes",
        )

    def shows(self, scenario, requests, before, after):
        threads = after["threads"] - before["threads"]
        # The input, then agent, tool, agent, tool, agent: a checkpoint each.
        checkpoints = after["checkpoints"] - before["checkpoints"]
        return [
            ("a thread in SQLite for every turn", threads >= requests),
            ("five checkpoints or more a turn", checkpoints >= 5 * requests),
        ]


class LangGraphOne(LangGraph):
    name = "langgraph"
    title = "LangGraph"
    what = "one worker, tools in process, default durability (`async`)"


class LangGraphTwo(LangGraph):
    name = "langgraph-2"
    title = "LangGraph, 2 workers"
    what = "the same with two workers on one SQLite file"
    workers = 2


class LangGraphLike(LangGraph):
    name = "langgraph-like"
    title = "LangGraph, like for like"
    what = "one worker, tools over HTTP, `durability=\"sync\"`: each step is on disk before the next, as in Conserje"
    tools, durability = "http", "sync"


class LiteLlm(Contender):
    scenarios = ("chat", "stream")
    workers = 1

    def version(self):
        return version_of(self.cache / "litellm/bin/python", "litellm", "fastapi", "uvicorn")

    def start(self):
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.log = self.folder / "requests.jsonl"
        self.log.touch()
        config = fill(HERE / "litellm/config.yaml", self.folder / "config.yaml", upstream=self.upstream, key=KEY)
        shutil.copy(HERE / "litellm/request_log.py", self.folder)
        command = [self.cache / "litellm/bin/litellm", "--config", config, "--host", "127.0.0.1", "--port", str(port)]
        command += ["--num_workers", str(self.workers), "--telemetry", "False"]
        environment = {
            "REQUEST_LOG": str(self.log),
            # The prices that came with it, not fetched ones.
            "LITELLM_LOCAL_MODEL_COST_MAP": "True",
            "LITELLM_LOG": "ERROR",
            "NO_PROXY": "127.0.0.1",
        }
        self.process = Process(self.name, command, self.folder, environment, cwd=self.folder)
        self.process.wait_for("reply", lambda: answers(f"{self.url}/health/liveliness"), 180)

    def targets(self):
        url, headers = f"{self.url}/v1/chat/completions", {"Authorization": f"Bearer {KEY}"}
        return {"chat": Target(url, CHAT, headers), "stream": Target(url, STREAM, headers)}

    def durable(self):
        with open(self.log, "rb") as log:
            lines = [json.loads(line) for line in log]
        return {
            "logged": sum(line["outcome"] == "success" for line in lines),
            "priced": sum(bool(line["cost"]) for line in lines),
        }

    def shows(self, scenario, requests, before, after):
        return [
            ("a line in the log for every request", after["logged"] - before["logged"] >= requests),
            ("with its cost, as budgets need it", after["priced"] - before["priced"] >= requests),
        ]


class LiteLlmOne(LiteLlm):
    name = "litellm"
    title = "LiteLLM proxy"
    what = "one worker; master key, log line per request, budgets of provider and deployment in memory; no database"


class LiteLlmTwo(LiteLlm):
    name = "litellm-2"
    title = "LiteLLM proxy, 2 workers"
    what = "the same with two workers"
    workers = 2


class Conserje(Contender):
    name = "conserje"
    title = "Conserje"
    what = "tools over HTTP; every event durable (`database.durability = full`), API key, JSON logs at `info`"
    scenarios = ("turn", "chat", "stream")
    binary = None

    def version(self):
        if not os.access(self.binary, os.X_OK):
            raise Failure(f"there is no {self.binary}; run benches/peers/setup, or name one with --conserje")
        return subprocess.run([self.binary, "--version"], capture_output=True, text=True, check=True).stdout.strip()

    def start(self):
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        pack, data = self.folder / "pack", self.folder / "data"
        for source in (HERE / "conserje/pack").rglob("*"):
            if source.is_file():
                target = pack / source.relative_to(HERE / "conserje/pack")
                target.parent.mkdir(parents=True, exist_ok=True)
                address = self.upstream.removeprefix("http://")
                fill(source, target, upstream=self.upstream, upstream_address=address)
        config = fill(HERE / "conserje/conserje.toml", self.folder / "conserje.toml", upstream=self.upstream, pack=pack)
        command = [self.binary, "--config", config, "--data", data, "serve", "--demo", "--listen", f"127.0.0.1:{port}"]
        self.process = Process(self.name, command, self.folder)
        printed = re.compile(r"^Demo API key:\s+(\S+)", re.M)
        self.key = self.process.wait_for("API key", lambda: printed.search(self.process.out.read_text())).group(1)
        self.process.wait_for("reply", lambda: answers(f"{self.url}/health/ready"))
        self.database = data / "conserje.db"

    def targets(self):
        bearer = {"Authorization": f"Bearer {self.key}"}
        chat = f"{self.url}/v1/chat/completions"
        return {
            "turn": Target(f"{self.url}/api/rag-agent", json.dumps({"message": QUESTION}), {"x-api-key": self.key}),
            "chat": Target(chat, CHAT, bearer),
            "stream": Target(chat, STREAM, bearer),
        }

    def lacks(self, scenario):
        # An unknown key is refused at the start, so that a budget that is named is one that the server knows.
        settings = (HERE / "conserje/conserje.toml").read_text()
        lines = [line for line in settings.splitlines() if not line.lstrip().startswith("#")]
        if scenario != "turn" and not any("budget" in line for line in lines):
            return "no budget is set in conserje/conserje.toml, and the peer has its budgets on"
        return None

    def durable(self):
        def events(name):
            return f"SELECT count(*) FROM message_events WHERE event_type = '{name}'"

        return rows(
            self.database,
            turns="SELECT count(*) FROM turns WHERE state = 'completed'",
            events="SELECT count(*) FROM message_events",
            tool_results=events("tool_use_completed"),
            answers=events("agent_message_sent"),
            usage="SELECT count(*) FROM model_calls",
        )

    def shows(self, scenario, requests, before, after):
        def more(name):
            return (after[name] or 0) - (before[name] or 0)

        if scenario == "turn":
            return [
                ("a completed turn in SQLite for every turn", more("turns") >= requests),
                ("two tool results on record a turn", more("tool_results") >= 2 * requests),
                ("an answer on record for every turn", more("answers") >= requests),
            ]
        return [("a usage record for every request, as budgets need it", more("usage") >= requests)]


CONTENDERS = (Conserje, LangGraphOne, LangGraphTwo, LangGraphLike, LiteLlmOne, LiteLlmTwo)
