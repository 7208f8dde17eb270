#!/usr/bin/env python3
# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""The pages of docs/lab are what tools/lab-pages writes, and it refuses what it must.

lab_pages_test.py ROOT
"""
import copy
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(sys.argv[1])
PAPER = {
    "paper": "made-up", "title": "A Title", "authors": "A. Author", "machine": "a machine",
    "systems": [{"what": "A loop", "command": "espy lab loop"}, {"what": "A cluster", "reason": "None here."}],
    "exhibits": [{"id": "table-1", "title": "Times", "rows_are": "samples", "notes": ["A note."], "rows": ["100", {"name": "200"}],
                  "series": [{"name": "Loop", "published": [1.5, 1234.5], "reason": "Because."}, {"name": "GPU", "published": [None, "fails"]}]}],
}
CELL = {"unit": "s", "published": 1.5, "words": "", "ours": 0.25, "spread": 0.012345, "threads": 1, "same": True}
LINE = {
    "paper": "made-up", "exhibit": "table-1", "runs": 3, "machine": {"cpu": "a CPU", "threads": "2", "gpu": "none"}, "rows": ["100", "200"],
    "series": [{"name": "Loop", "cells": [CELL, {**CELL, "published": 1234.5, "ours": 2.5}]},
               {"name": "GPU", "cells": [{"unit": "s", "published": None, "words": "", "refusal": ""},
                                         {"unit": "s", "published": None, "words": "fails", "refusal": "no GPU"}]}],
    "cancelled": False,
}


def pages(root, *options):
    return subprocess.run([sys.executable, ROOT / "tools/lab-pages", *options, root], capture_output=True, text=True)


def written(root, paper, lines):
    (root / "core/lab/papers/made-up.json").write_text(json.dumps(paper))
    (root / "docs/measurements/lab-papers-here.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return pages(root)


def expect(good, what):
    if not good:
        sys.exit(f"failed: {what}")


def refuses(root, words, change):
    paper, line = copy.deepcopy(PAPER), copy.deepcopy(LINE)
    change(paper, line)
    outcome = written(root, paper, [line])
    expect(outcome.returncode != 0 and words in outcome.stderr, f"{words}: {outcome}")


with tempfile.TemporaryDirectory() as folder:
    root = pathlib.Path(folder)
    for name in ("core/lab/papers", "docs/measurements"):
        (root / name).mkdir(parents=True)
    figure = copy.deepcopy(PAPER)
    figure["exhibits"].append({"id": "figure-2-left", "title": "Curves", "rows_are": "x", "rows": ["1", "2"], "series": [{"name": "A"}, {"name": "B"}]})
    lost = {**CELL, "published": None}
    missing = {"unit": "s", "published": None, "words": "", "refusal": ""}
    curves = {**LINE, "exhibit": "figure-2-left", "rows": ["1", "2"],
              "series": [{"name": "A", "cells": [lost, missing]}, {"name": "B", "cells": [{**lost, "ours": 0.00004}, missing]}]}
    outcome = written(root, figure, [LINE, curves])
    expect(outcome.returncode == 0, outcome)
    text = (root / "docs/lab/made-up.md").read_text()
    expect("## Figure 2, left: Curves\n\n| x, on here | A | B |\n|---|---|---|\n| 1 | 0.25 s ± 0.012 | 40 us ± 12000 |\n" in text
           and "| 2 |" not in text, text)
    earlier = copy.deepcopy(LINE)
    earlier["series"][0]["cells"][0]["ours"] = 9
    outcome = written(root, PAPER, [earlier, LINE])
    expect(outcome.returncode == 0, outcome)
    text = (root / "docs/lab/made-up.md").read_text()
    for part in ("# A Title", "## Table 1: Times", "| samples |  | published | here |", "| 100 | Loop | 1.5 s | 0.25 s ± 0.012 |", "| 200 | Loop | 1,234.5 s | 2.5 s ± 0.012 |",
                 "| 200 | GPU | fails |  |", "- A note.", "- Differs much, Loop: Because.", "- Not measured on here, GPU at 200: no GPU.",
                 "| here | a CPU, 2 threads; none | 3 |"):
        expect(part in text, f"{part}\n{text}")
    text = (root / "docs/lab/README.md").read_text()
    for part in ("## [A Title](made-up.md)", "| A loop | `espy lab loop` |  |", "| A cluster | cannot: None here. |  |",
                 "| Table 1: Times | `espy lab made-up --only table-1` | [here](../measurements/lab-papers-here.jsonl) |"):
        expect(part in text, f"{part}\n{text}")
    expect(pages(root, "--check").returncode == 0, "the page is as written")
    (root / "docs/lab/made-up.md").write_text(text + "more")
    expect("made-up.md" in pages(root, "--check").stderr, "a changed page is noticed")
    refuses(root, "no reason", lambda paper, line: paper["exhibits"][0]["series"][0].pop("reason"))
    refuses(root, "other rows or series", lambda paper, line: line["rows"].append("300"))
    refuses(root, "other published values", lambda paper, line: paper["exhibits"][0]["series"][0].update(published=[1.6, 1234.5]))
    refuses(root, "wrong result", lambda paper, line: line["series"][0]["cells"][0].update(same=False))

outcome = pages(ROOT, "--check")
if outcome.returncode != 0:
    sys.exit(outcome.stderr)
