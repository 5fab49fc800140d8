"""Processes, memory, load and counters for `run`. Standard library only."""

import json
import os
import re
import signal
import socket
import statistics
import subprocess
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
TICKS = os.sysconf("SC_CLK_TCK")


class Failure(Exception):
    """What went wrong, in words for whoever ran it."""


# Processes: every one in a session of its own, so that what it starts can be ended with it, and nothing else.


class Process:
    def __init__(self, name, command, folder, environment=None, cwd=None):
        self.name, self.folder = name, folder
        self.out, self.err = folder / f"{name}.out", folder / f"{name}.err"
        with open(self.out, "wb") as out, open(self.err, "wb") as err:
            self.child = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                cwd=cwd,
                env={**os.environ, **(environment or {})},
                start_new_session=True,
            )

    def tail(self):
        text = self.err.read_text(errors="replace") + self.out.read_text(errors="replace")
        return "\n".join(text.splitlines()[-12:])

    def wait_for(self, what, ready, seconds=120):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.child.poll() is not None:
                raise Failure(f"{self.name} ended with {self.child.returncode} before {what}:\n{self.tail()}")
            found = ready()
            if found:
                return found
            time.sleep(0.05)
        raise Failure(f"{self.name}: no {what} in {seconds} s:\n{self.tail()}")

    def stop(self):
        if self.child.poll() is None:
            self.child.terminate()
            try:
                self.child.wait(30)
            except subprocess.TimeoutExpired:
                pass
        try:
            # Its own group: the workers that it left behind, if any.
            os.killpg(self.child.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.child.wait()

    def tree(self):
        found, waiting = [], [self.child.pid]
        while waiting:
            pid = waiting.pop()
            found.append(pid)
            for task in Path(f"/proc/{pid}/task").glob("*/children"):
                try:
                    waiting += map(int, task.read_text().split())
                except OSError:
                    pass
        return found

    def memory(self):
        """MiB of the whole tree. PSS counts a page that several processes share once; `peak` adds each one's highest RSS."""
        sums = {"Rss": 0, "Pss": 0, "VmHWM": 0}
        for pid in self.tree():
            for name in ("smaps_rollup", "status"):
                try:
                    text = Path(f"/proc/{pid}/{name}").read_text()
                except OSError:
                    continue
                for key, kib in re.findall(r"^(Rss|Pss|VmHWM):\s+(\d+) kB", text, re.M):
                    sums[key] += int(kib)
        return {name: round(sums[key] / 1024, 1) for name, key in (("rss", "Rss"), ("pss", "Pss"), ("peak", "VmHWM"))}

    def cpu_seconds(self):
        total = 0
        for pid in self.tree():
            try:
                fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            total += int(fields[11]) + int(fields[12])
        return total / TICKS

    def drain(self, seconds=30):
        """Until the requests that the last run abandoned are done with: under a tenth of a core for half a second."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            before = self.cpu_seconds()
            time.sleep(0.5)
            if self.cpu_seconds() - before <= 0.05:
                return True
        return False


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


# HTTP.

# Never by way of a proxy of the environment.
DIRECTLY = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def get(url, seconds=5):
    with DIRECTLY.open(url, timeout=seconds) as reply:
        return reply.read().decode()


def answers(url):
    try:
        get(url, 2)
        return True
    except (OSError, urllib.error.URLError):
        return False


@dataclass
class Target:
    """What is asked of a contender. `%N%` in the body becomes a number, so that no cache can answer."""

    url: str
    body: str
    headers: dict = field(default_factory=dict)

    def once(self):
        """The reply to one request."""
        try:
            return self.send(self.headers)
        except urllib.error.HTTPError as error:
            raise Failure(f"{self.url} answered {error.code}: {error.read().decode(errors='replace')[:500]}") from error
        except OSError as error:
            raise Failure(f"{self.url}: {error}") from error

    def with_wrong_key(self):
        """The status of one request whose key differs in its last letter."""
        try:
            self.send({name: value[:-1] + ("x" if value[-1] != "x" else "y") for name, value in self.headers.items()})
            return 200
        except urllib.error.HTTPError as error:
            return error.code

    def send(self, headers):
        headers = {"Content-Type": "application/json", **headers}
        request = urllib.request.Request(self.url, self.body.replace("%N%", "1").encode(), headers)
        with DIRECTLY.open(request, timeout=60) as reply:
            return reply.read().decode()


# Load.


class Numbers:
    """Ranges of request numbers that do not overlap within a run of `run`."""

    next = 0

    @classmethod
    def take(cls):
        cls.next += 10_000_000
        return cls.next


def wrk(target, connections, seconds):
    environment = {
        **os.environ,
        "BODY": target.body,
        "HEADERS": "\n".join(f"{name}: {value}" for name, value in target.headers.items()),
        "FIRST_NUMBER": str(Numbers.take()),
    }
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "60s", "-s", HERE / "load.lua", target.url]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=seconds + 120)
    for line in done.stdout.splitlines():
        if line.startswith("RESULT "):
            return json.loads(line.removeprefix("RESULT "))
    raise Failure(f"wrk gave no result:\n{done.stdout}{done.stderr}")


def paced(binary, target, rate, seconds, warm_up=2):
    command = [binary, "--url", target.url, "--rate", str(rate), "--seconds", str(seconds), "--warm-up", str(warm_up)]
    command += ["--patience", "10", "--body", target.body]
    for name, value in target.headers.items():
        command += ["--header", f"{name}: {value}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds + warm_up + 60)
    if done.returncode:
        raise Failure(f"paced: {done.stderr}")
    return json.loads(done.stdout)


def median(values, digits=3):
    return round(statistics.median(values), digits)


# The machine.


def machine():
    cpu = re.search(r"^model name\s*:\s*(.*)$", Path("/proc/cpuinfo").read_text(), re.M)
    memory = re.search(r"^MemTotal:\s+(\d+)", Path("/proc/meminfo").read_text(), re.M)
    return {
        "cpu": cpu.group(1) if cpu else "unknown",
        "cores": len(os.sched_getaffinity(0)),
        "memory_gib": round(int(memory.group(1)) / 1024**2),
        "kernel": os.uname().release.split("-")[0],
        "load_at_start": os.getloadavg()[0],
    }
