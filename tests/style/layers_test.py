#!/usr/bin/env python3
# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Checks that headers which a module may not include (cmake/layers.txt) do not compile there.

    layers_test.py ROOT BUILD

Preprocesses `#include "HEADER"` with the flags of each module's sources in BUILD/compile_commands.json.
"""
import json
import pathlib
import shlex
import subprocess
import sys

REFUSED = {
    "core/base": ["picture/planes.h", "espy/find.h"],
    "core/io": ["espy/find.h", "find/needle.h"],
    "core/find": ["mark/engines.h", "espy/mark.h", "score/formula.h", "espy/batch.h"],
    "core/exact": ["score/formula.h"],
    "core/score": ["exact/pattern.h"],
    "core/mark": ["find/needle.h"],
    "core/signal": ["espy/find.h", "files/byte_reader.h"],
    "core/signal/files": ["io/limits.h"],
    "core/measure": ["espy/find.h"],
    "core/batch": ["files/output_file.h"],
    "core/lab": ["exact/plan.h", "signal/fast.h", "judge/fast.h", "signal/assign.h", "identify/screen.h"],
    "cuda/find": ["mark/engines.h"],
    "cuda/score": ["cuda/exact/passes.h"],
    "cuda/signal": ["cuda/lab/engines.h"],
    "cuda/lab": ["cuda/exact/passes.h"],
}
ALLOWED = {
    "core/io": ["espy/pictures.h", "io/limits.h"],
    "core/score": ["score/tile_strategy.h", "find/needle.h"],
    "core/mark": ["base/parallel.h", "espy/find.h"],
    "core/signal/files": ["files/byte_reader.h"],
    "core/batch": ["espy/pictures.h", "espy/find.h"],
    "core/lab": ["espy/engine/signal.h", "lab/rates.h"],
    "cuda/exact": ["exact/plan.h"],
}


def commands(root, build):
    """By folder: the command line and working directory of one of its sources, without input and output."""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        source = pathlib.Path(entry["file"])
        # A unity build compiles BUILD/MODULE/CMakeFiles/TARGET.dir/Unity/unity_N_cxx.cxx.
        unity = source.suffix == ".cxx" and source.is_relative_to(build)
        folder = source.parents[3].relative_to(build) if unity else source.parent
        if not unity and (source.suffix != ".cpp" or not source.is_relative_to(root)):
            continue
        words = shlex.split(entry["command"])
        at = words.index("-o")
        del words[at:at + 2]
        words = [word for word in words if word not in ("-c", str(source))]
        module = folder if unity else folder.relative_to(root)
        found.setdefault(module.as_posix(), (words, entry["directory"]))
    return found


def complaint(command, header):
    """The compiler's error output; empty if the header is accepted."""
    words, folder = command
    run = subprocess.run([*words, "-E", "-x", "c++", "-"], cwd=folder, text=True, capture_output=True,
                         input=f'#include "{header}"\n')
    return run.stderr if run.returncode != 0 else ""


def main():
    root, build = (pathlib.Path(word).resolve() for word in sys.argv[1:])
    known, wrong, tried = commands(root, build), [], 0
    for table, refused in ((REFUSED, True), (ALLOWED, False)):
        for module, headers in table.items():
            if module not in known and module.startswith("cuda/"):
                continue  # built without nvcc
            for header in headers:
                tried += 1
                error = complaint(known[module], header)
                if refused and f"{module} may not include this header" not in error:
                    wrong.append(f"{module} could include {header} {error}")
                if not refused and error:
                    wrong.append(f"{module} cannot include {header}: {error}")
    print("\n".join(wrong) or f"{tried} includes are as the table says")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
