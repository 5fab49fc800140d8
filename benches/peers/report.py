"""peers.json, peers.md and peers.svg from the results of `run`."""

import json
from html import escape

SCENARIOS = {
    "turn": ("Agent turns", "An agent's turn: three model calls, two tool calls, everything durable.", "turns/s"),
    "chat": ("Chat completions passed through", "With auth, logging and budgets on.", "requests/s"),
    "stream": ("Chat completions passed through, streamed", "With auth, logging and budgets on.", "requests/s"),
}
AIM_RATIO, AIM_ADDED_MS = 50, 1.0
OURS = "conserje"


def write(results, folder):
    (folder / "peers.json").write_text(json.dumps(results, indent=1) + "\n")
    (folder / "peers.md").write_text(markdown(results))
    (folder / "peers.svg").write_text(picture(results))


def number(value, digits=1):
    return f"{value:,.{digits}f}"


def milliseconds(value):
    return number(value, 2 if value < 100 else 0)


def ratio(ours, theirs):
    return f"{ours / theirs:.1f}×" if ours and theirs else "–"


def best(contender, scenario):
    """(connections, cell) where it did most."""
    return max(contender["scenarios"][scenario].items(), key=lambda pair: pair[1]["rps"])


def taking_part(results, scenario):
    return {name: one for name, one in results["contenders"].items() if scenario in one["scenarios"]}


def table(head, lines):
    rows = [head, ["---"] * len(head), *lines]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


# The text.


def markdown(results):
    machine, settings = results["machine"], results["settings"]
    parts = ["# Conserje beside its peers\n"]
    parts.append(
        f"{results['at'][:10]}, {machine['cores']} cores ({machine['cpu']}), {machine['memory_gib']} GiB, Linux "
        f"{machine['kernel']}, load {machine['load_at_start']:.2f} at the start. Load generator, upstream and contender share "
        f"the cores. wrk, one thread, {settings['seconds']} s × {settings['repeats']} for each line, medians; "
        "× is Conserje's rate over that line's. CPU is the contender's own, per request.\n"
    )
    if results["problems"]:
        parts.append("**Not everything held**; figures of what is named here are worth nothing:\n")
        parts.append("".join(f"- {problem.splitlines()[0][:300]}\n" for problem in results["problems"]))
    parts.append(verdict(results))
    for scenario, (title, what, unit) in SCENARIOS.items():
        contenders = taking_part(results, scenario)
        if contenders:
            parts.append(f"## {title}\n\n{what}\n")
            parts.append(sweep_table(contenders, scenario, unit))
    parts.append(paced_table(results))
    parts.append(memory_table(results))
    lines = [[one["title"], one["version"], one["what"]] for one in results["contenders"].values() if one["version"]]
    parts.append("## Who was measured\n\n" + table(["who", "version", "how"], lines))
    return "\n".join(part for part in parts if part)


def verdict(results):
    lines = []
    for scenario in ("turn", "chat"):
        contenders = taking_part(results, scenario)
        ours = contenders.pop(OURS, None)
        peers = {name: one for name, one in contenders.items() if name != "direct"}
        if not ours or not peers:
            continue
        peer = max(peers.values(), key=lambda one: best(one, scenario)[1]["rps"])
        times = best(ours, scenario)[1]["rps"] / best(peer, scenario)[1]["rps"]
        lines.append([f"{SCENARIOS[scenario][0]}, best against the best of {peer['title']}", f"≥ {AIM_RATIO}×", f"{times:.1f}×", judged(results, times >= AIM_RATIO)])
    fixed = results["contenders"].get(OURS, {}).get("paced")
    if fixed:
        added = fixed["added"]["p99_ms"]
        met = judged(results, fixed["holds_rate"] and added < AIM_ADDED_MS and not fixed["failed"])
        lines.append([f"Added p99 at {fixed['rate']:,} requests/s", f"< {AIM_ADDED_MS:.0f} ms", f"{added:.2f} ms", met])
    return table(["aim", "wanted", "measured", ""], lines) if lines else ""


def judged(results, met):
    if results["problems"]:
        return "void: see the list above"
    return "met" if met else "not met"


def sweep_table(contenders, scenario, unit):
    lines = []
    ours = contenders.get(OURS, {}).get("scenarios", {}).get(scenario, {})
    for name, one in contenders.items():
        for connections, cell in one["scenarios"][scenario].items():
            own = ours.get(connections, {}).get("rps")
            lines.append([
                one["title"], connections, number(cell["rps"]), "" if name in (OURS, "direct") else ratio(own, cell["rps"]),
                milliseconds(cell["p50_ms"]), milliseconds(cell["p95_ms"]), milliseconds(cell["p99_ms"]),
                number(cell["cpu_ms"], 3), f"{cell['errors']} of {cell['requests']:,}",
            ])  # fmt: skip
    return table(["who", "connections", unit, "×", "p50 ms", "p95 ms", "p99 ms", "CPU ms", "errors"], lines)


def paced_table(results):
    lines = []
    for one in results["contenders"].values():
        fixed = one.get("paced")
        if not fixed:
            continue
        rate = f"{fixed['rate']:,}" + ("" if fixed["holds_rate"] else f" (does {number(fixed['best_rps'], 0)} at most)")
        cells = [milliseconds(fixed[part][key]) for key in ("p50_ms", "p99_ms", "p999_ms") for part in ("direct", "through", "added")]
        lines.append([one["title"], rate, *(" / ".join(cells[at : at + 3]) for at in (0, 3, 6)), str(fixed["failed"])])
    if not lines:
        return ""
    text = (
        "## At a fixed rate\n\n"
        "Milliseconds from the moment a request was due, whatever the ones before it were doing: to the upstream itself / "
        "through the contender / added. A contender that cannot hold "
        f"{results['settings']['rate']:,} requests/s is sent half of what it can.\n\n"
    )
    return text + table(["who", "requests/s", "p50", "p99", "p99.9", "failed"], lines)


def memory_table(results):
    lines = []
    for one in results["contenders"].values():
        if "memory_after" in one:
            idle, after = one["memory_idle"], one["memory_after"]
            figures = (idle["rss"], idle["pss"], after["rss"], after["pss"], after["peak"])
            lines.append([one["title"], *map(number, figures), number(one["start_seconds"])])
    if not lines:
        return ""
    head = ["who", "RSS idle", "PSS idle", "RSS after", "PSS after", "RSS peak", "start s"]
    return "## Memory\n\nMiB of the process and its workers, idle and after all loads.\n\n" + table(head, lines)


# The picture: for each question a group of bars, as long as the figure is large. No scale is cut or bent.

WIDTH, BAR, GAP, LEFT, RIGHT = 860, 18, 6, 210, 150
COLOURS = {OURS: "#1f6f54", "direct": "#b8b8b8"}


def picture(results):
    groups = []
    for scenario in SCENARIOS:
        title, _, unit = SCENARIOS[scenario]
        contenders = {name: one for name, one in taking_part(results, scenario).items() if name != "direct"}
        if not contenders:
            continue
        cells = {name: best(one, scenario) for name, one in contenders.items()}
        ours = cells.get(OURS, (None, {"rps": 0}))[1]["rps"]
        rates = [
            (name, contenders[name]["title"], cell["rps"], f"{number(cell['rps'])}{times(name, ours, cell['rps'])}")
            for name, (_, cell) in cells.items()
        ]
        groups.append((f"{title}: {unit}, each at its best number of connections", rates))
        # Where nothing queues: how long one takes.
        single = {name: next(iter(one["scenarios"][scenario].values())) for name, one in contenders.items()}
        fewest = next(iter(next(iter(contenders.values()))["scenarios"][scenario]))
        waits = [(name, contenders[name]["title"], cell["p99_ms"], f"{milliseconds(cell['p99_ms'])} ms") for name, cell in single.items()]
        groups.append((f"{title}: p99 with {fewest} connection{'' if fewest == '1' else 's'}, shorter is better", waits))
    memory = [
        (name, one["title"], one["memory_after"]["rss"], f"{number(one['memory_after']['rss'])} MiB")
        for name, one in results["contenders"].items()
        if "memory_after" in one
    ]
    if memory:
        groups.append(("RSS after all loads, shorter is better", memory))
    return draw(groups)


def times(name, ours, theirs):
    return f"  (Conserje {ratio(ours, theirs)})" if ours and name != OURS else ""


def draw(groups):
    shapes, y = [], 16
    for title, bars in groups:
        y += 18
        shapes.append(f'<text x="16" y="{y}" font-weight="600">{escape(title)}</text>')
        y += 12
        longest = max(value for _, _, value, _ in bars) or 1
        for name, label, value, shown in bars:
            length = max(1.0, (WIDTH - LEFT - RIGHT) * value / longest)
            middle = y + BAR / 2 + 4
            shapes.append(f'<text x="{LEFT - 8}" y="{middle}" text-anchor="end">{escape(label)}</text>')
            shapes.append(f'<rect x="{LEFT}" y="{y}" width="{length:.1f}" height="{BAR}" fill="{COLOURS.get(name, "#c2703d")}"/>')
            shapes.append(f'<text x="{LEFT + length + 6:.1f}" y="{middle}">{escape(shown)}</text>')
            y += BAR + GAP
        y += 12
    body = "\n".join(shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" width="{WIDTH}" height="{y}" '
        f'font-family="sans-serif" font-size="13" fill="#222">\n<rect width="{WIDTH}" height="{y}" fill="#fff"/>\n{body}\n</svg>\n'
    )
