#!/usr/bin/env python3
# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""tidy.py SOURCE_DIR BINARY_DIR [CHANGED_FILE...]: clang-tidy over the library, the command, the window, the
module of Python and the samples, or only over what reaches one of the changed files (names from SOURCE_DIR on);
not over kernels, which clang 14 cannot read, nor over loops for SIMD levels (*_simd.cpp), whose names are
Highway's. The window is read folder by folder, as it is compiled. 77 means skipped.

What was found clean is kept in BINARY_DIR/tidied.txt under a key of all that clang-tidy reads of it, and is not
read again. Headers of the system are not in the key."""

import concurrent.futures
import functools
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(["<])([^">]+)[">]', re.M)
LIST = "tidied.txt"


@functools.lru_cache(None)
def read(path):
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        return file.read()


@functools.lru_cache(None)
def is_file(path):
    return os.path.isfile(path)


def flags(entry):
    """What clang needs of a command line: neither g++'s precompiled headers nor what is optimised."""
    words = shlex.split(entry["command"])
    kept, skip = [], False
    for i, word in enumerate(words):
        if skip:
            skip = False
        elif word in ("-o", "-c") or (word == "-include" and "cmake_pch" in words[i + 1]):
            skip = True
        elif not re.fullmatch(r"-O\w|-g\w*|-Winvalid-pch", word):
            kept.append(word)
    while kept and not kept[0].startswith("-"):  # the compiler and what launches it
        kept.pop(0)
    return kept


class Unit:
    """A file as it is compiled, and what it reaches of the project."""

    def __init__(self, entry, source, binary):
        self.file = os.path.realpath(entry["file"])
        self.folder, self.flags = entry["directory"], flags(entry)
        self.source, self.binary = source, binary
        self.reached = []
        found = {self.file}
        waiting = [self.file]
        while waiting:
            path = waiting.pop()
            self.reached.append(path)
            for kind, name in INCLUDE.findall(read(path)):
                # What Qt makes of a source says nothing of its own, but where the build folder is.
                header = None if name.endswith(".moc") else self.find(kind, name, os.path.dirname(path))
                if header and header not in found:
                    found.add(header)
                    waiting.append(header)
        self.name = self.file
        if "/Unity/" in self.file:  # by the folder that it stands for
            self.name = os.path.commonpath([os.path.dirname(part[1]) for part in INCLUDE.findall(read(self.file))])
        self.name = os.path.relpath(self.name, source)

    def is_ours(self, path):
        if path.startswith(self.source + "/build/") and not path.startswith(self.binary + "/"):
            return False  # what was fetched for a build, such as modules of Python
        return path.startswith((self.source + "/", self.binary + "/"))

    @functools.cached_property
    def folders(self):
        """Where the project's headers may lie, in the order in which they are searched."""
        words = iter(self.flags)
        folders = []
        for word in words:
            folder = next(words) if word in ("-I", "-isystem", "-iquote") else None
            if folder is None and word.startswith("-I"):
                folder = word[2:]
            if folder:
                folders.append(os.path.realpath(os.path.join(self.folder, folder)))
        return [folder for folder in folders if self.is_ours(folder + "/")]

    def find(self, kind, name, beside):
        for folder in ([beside] if kind == '"' else []) + self.folders:
            path = os.path.normpath(os.path.join(folder, name))
            if is_file(path):
                return path if self.is_ours(path) else None
        return None

    def key(self, rules):
        """Of all that clang-tidy reads, but for the system's headers and what warns."""
        whole = hashlib.sha256(rules)
        words = iter(self.flags)
        for word in words:
            if word == "-isystem":
                next(words)
            elif not word.startswith("-W"):
                whole.update(word.encode() + b"\0")
        for path in sorted(self.reached):
            text = read(path).encode(errors="surrogateescape")
            whole.update(f"{path} {len(text)}\n".encode() + text)
        return whole.hexdigest()

    def tidy(self):
        """What clang-tidy finds."""
        said = subprocess.run(["clang-tidy", "--quiet", f"--config-file={self.source}/.clang-tidy", self.file,
                               "--", *self.flags], cwd=self.folder, capture_output=True, text=True,
                              errors="replace")
        if said.returncode == 0:
            return ""
        found = [line for line in (said.stdout + said.stderr).splitlines()
                 if line and not re.match(r"\d+ (warning|error)s?\b|Suppressed |Error while processing", line)]
        return "\n".join(found) or f"{self.name}: clang-tidy ended with {said.returncode}"


def units(source, binary):
    """The files to be read by name; one that is compiled in several ways is read in each."""
    wanted = re.compile(rf"{re.escape(source)}/((app|core|python|samples)/|cuda/.*\.cpp$)"
                        rf"|{re.escape(binary)}/app/desktop/.*/Unity/")
    with open(os.path.join(binary, "compile_commands.json"), encoding="utf-8") as file:
        entries = [entry for entry in json.load(file)
                   if wanted.match(entry["file"]) and not entry["file"].endswith("_simd.cpp")]
    by_name = {}
    for entry in entries:
        unit = Unit(entry, source, binary)
        by_name.setdefault(unit.name, []).append(unit)
    return by_name


def listed(path):
    """The keys of what was found clean, by name."""
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        return {name: key for key, name in (line.rstrip("\n").split(" ", 1) for line in file)}


def main():
    source, binary = (os.path.realpath(folder) for folder in sys.argv[1:3])
    if not shutil.which("clang-tidy"):
        print("skipped: there is no clang-tidy")
        return 77
    version = subprocess.run(["clang-tidy", "--version"], capture_output=True, text=True).stdout
    major = re.search(r"version (\d+)", version)[1]
    rules = f"clang-tidy {major}\n{read(os.path.join(source, '.clang-tidy'))}".encode()
    list_of_clean = os.path.join(binary, LIST)
    before = listed(list_of_clean)
    changed = {os.path.join(source, name) for name in sys.argv[3:]}

    keys, unknown = {}, {}
    for name, ways in units(source, binary).items():
        if changed and not any(changed.intersection(way.reached) for way in ways):
            continue
        keys[name] = hashlib.sha256("".join(sorted(way.key(rules) for way in ways)).encode()).hexdigest()[:32]
        if before.get(name) != keys[name]:
            unknown[name] = ways

    found = {}
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        # What reaches most takes longest, and is begun first.
        order = sorted(unknown, key=lambda name: -sum(len(way.reached) for way in unknown[name]))
        tidied = pool.map(lambda name: "\n".join(filter(None, (way.tidy() for way in unknown[name]))), order)
        for name, said in zip(order, tidied):
            if said:
                found[name] = said
                print(said, flush=True)
    print(f"{len(unknown)} read, {len(keys) - len(unknown)} known to be clean, {len(found)} with findings")

    now = before | {name: key for name, key in keys.items() if name not in found}
    with open(list_of_clean, "w", encoding="utf-8") as file:
        file.writelines(f"{now[name]} {name}\n" for name in sorted(now))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
