#!/usr/bin/env python3
# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""tidy.py SOURCE_DIR BINARY_DIR: clang-tidy over all that is compiled for the library, the command, the
window and the samples, in groups of sources of one room, because nine tenths of its time goes into
headers. A group that was found clean before, to the byte of what its headers say, is not read again
($XDG_CACHE_HOME/espy/tidy remembers). 77 means skipped."""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

GROUP = 16
# Of an included source of cuda/ only findings in itself count, as when it is read by itself.
SHOWN = r"((core|app|samples)/.*\.(h|cpp)|cuda/.*\.cpp)$"


def wanted(entry, source, binary):
    """Not kernels, which clang 14 cannot read. The window is compiled folder by folder."""
    file = entry["file"]
    own = re.match(rf"{re.escape(source)}/((app|core|samples)/.*|cuda/.*\.cpp$)", file)
    return own or re.match(rf"{re.escape(binary)}/app/desktop/.*/Unity/", file)


def flags(entry):
    """What clang needs of a command line: neither g++'s precompiled headers nor what is optimised."""
    words = shlex.split(entry["command"])
    kept, skip = [], 0
    for i, word in enumerate(words):
        if skip:
            skip -= 1
        elif word in ("-o", "-c") or (word == "-include" and "cmake_pch" in words[i + 1]):
            skip = 1
        elif not re.fullmatch(r"-O\d|-g\d?|-Winvalid-pch", word):
            kept.append(word)
    while not kept[0].startswith("-"):  # the compiler and what launches it
        kept.pop(0)
    return tuple(kept)


class Reader:
    """Runs clang-tidy over groups of sources, each of which is a source that includes them."""

    def __init__(self, source, binary):
        self.source, self.binary = source, binary
        self.work = pathlib.Path(binary, "tidy")
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir()
        version = subprocess.run(["clang-tidy", "--version"], capture_output=True, text=True).stdout
        self.rules = version + pathlib.Path(source, ".clang-tidy").read_text() + SHOWN
        cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        self.passed = pathlib.Path(cache, "espy", "tidy")

    def tidy(self, file, options, *more):
        return subprocess.run(["clang-tidy", "--quiet", *more, str(file), "--", *options], cwd=self.binary,
                              capture_output=True, text=True, errors="replace")

    def key(self, file, options):
        """Names all that clang-tidy would read, comments included."""
        said = subprocess.run(["c++", *options, "-M", str(file)], cwd=self.binary,
                              capture_output=True, text=True, errors="replace")
        if said.returncode != 0:
            return None
        whole = hashlib.sha256((self.rules + " ".join(options)).replace(self.binary, "")
                               .replace(self.source, "").encode())
        for name in said.stdout.replace("\\\n", " ").split(":", 1)[1].split():
            path = pathlib.Path(self.binary, name)
            if path.parent == self.work:
                text = path.read_text().replace(self.source, "").encode()
            else:
                text = path.read_bytes()
            whole.update(hashlib.sha256(text).digest())
        return whole.hexdigest()

    def stand_together(self, name, sources, options):
        """Those sources of a group that may be read with the ones before, and the others: two sources
        may use one name for things of their own."""
        file, apart = self.work / name, []
        while True:
            file.write_text("".join(f'#include "{source}"\n' for source in sources))
            if len(sources) == 1:
                return file, sources, apart
            said = self.tidy(file, (*options, "-w"), "--checks=-*,llvm-namespace-comment")  # any check
            first = re.search(r"^(\S+?):\d+:\d+: error: .*\[clang-diagnostic-error\]", said.stdout, re.M)
            if not first:
                return file, sources, apart
            blamed = [first[1]] if first[1] in sources else sources[-1:]
            apart += blamed
            sources = [s for s in sources if s not in blamed]

    def read(self, task):
        """What clang-tidy found in a group, and the sources that are to be read in another."""
        name, sources, options = task
        file, together, apart = self.stand_together(name, sources, options)
        if len(sources) == 1:  # by itself, as it is: what only matters in a main file matters here
            file = sources[0]
        key = self.key(file, options)
        if key and (self.passed / key).exists():
            return "", apart, len(together), True
        said = self.tidy(file, options, f"--header-filter={SHOWN}",
                         f"--config-file={self.source}/.clang-tidy")
        if said.returncode == 0 and key:
            try:
                self.passed.mkdir(parents=True, exist_ok=True)
                (self.passed / key).touch()
            except OSError:
                pass  # a home that cannot be written costs time, not truth
        if said.returncode == 0:
            return "", apart, len(together), False
        found = [line for line in (said.stdout + said.stderr).splitlines()
                 if line and not re.match(r"\d+ warnings? |Error while processing", line)]
        return "\n".join(found) or f"clang-tidy ended with {said.returncode}", apart, len(together), False


def main():
    source, binary = (os.path.realpath(folder) for folder in sys.argv[1:3])
    if not shutil.which("clang-tidy"):
        print("skipped: there is no clang-tidy")
        return 77
    with open(os.path.join(binary, "compile_commands.json"), encoding="utf-8") as file:
        entries = [e for e in json.load(file) if wanted(e, source, binary)]
    rooms = {}
    for entry in entries:
        rooms.setdefault(flags(entry), []).append(entry["file"])
    reader = Reader(source, binary)
    found, read, known, number = [], 0, 0, 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        while rooms:
            tasks, left = [], {}
            for options, sources in rooms.items():
                sources = sorted(set(sources))
                count = -(-len(sources) // GROUP)
                for i in range(count):
                    part = sources[i * len(sources) // count:(i + 1) * len(sources) // count]
                    tasks.append((f"group_{number}.cpp", part, options))
                    number += 1
            tasks.sort(key=lambda task: -len(task[1]))
            for task, (said, apart, together, before) in zip(tasks, pool.map(reader.read, tasks)):
                if said:
                    found.append(said)
                read += together
                known += together if before else 0
                if apart:
                    left.setdefault(task[2], []).extend(apart)
            rooms = left
    print("\n".join(found + [f"{read} sources, of which {known} were known to be clean"]))
    if read != len(set(e["file"] for e in entries)):
        print("not every source was read")
        return 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
