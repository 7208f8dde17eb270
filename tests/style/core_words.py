#!/usr/bin/env python3
# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Finds the sentences of the library, for who translates them.

    core_words.py ROOT OUT    writes them as a C++ source that lupdate reads

They are the literals behind `phrase(` (core/base/phrase.h), and the names of capabilities. A sentence that is made
otherwise could not be translated: then nothing is written, and the places are told.
"""
import pathlib
import re
import sys

FOLDERS = ("core", "cuda", "app/desktop")
ENDINGS = (".cpp", ".h", ".cu", ".cuh")
LITERAL = r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*'
PHRASE = re.compile(r"\bphrase\(\s*(" + LITERAL + ")")
CAPABILITY = re.compile(r"constexpr const char\* kName = (" + LITERAL + ")")
# What goes out to people: who refuses, who remarks, who says why not, and how an engine searched.
SAID = re.compile(r"\b(?:refuse\w*|fail|addNote|Error|OutOfDeviceMemory|alsoSay)\(|\b(?:note|reason|refusal|detail|choice|fallback|strategy) = ")
# The command is English only, and the modules of formats pass on their library's messages.
SKIPPED = ("core/io/opencv/", "core/io/tiff/")


def joined(literal):
    """The literal's parts as one, still escaped as in the source."""
    return "".join(part[1:-1] for part in re.findall(r'"(?:[^"\\\n]|\\.)*"', literal))


def statement(text, start):
    """From there to the end of the statement, or of the brackets that it stands in."""
    depth, at = 0, start
    for token in re.finditer(r'"(?:[^"\\\n]|\\.)*"|' r"'(?:[^'\\\n]|\\.)*'|[()\[\]{};]", text[start:]):
        at = start + token.start()
        if token.group() in "([{":
            depth += 1
        elif token.group() in ")]}":
            depth -= 1
        if depth < 0 or (token.group() == ";" and depth <= 0):
            break
    return text[start:at]


def unphrased(text):
    """Sentences that go to people and are no phrases: literals with a space in them."""
    for said in SAID.finditer(text):
        rest = PHRASE.sub("", statement(text, said.start()))
        rest = re.sub(r"fmt::format\(\s*" + LITERAL, "", rest)
        for literal in re.findall(LITERAL, rest):
            if re.search(r"[a-z] [a-z]", joined(literal)):
                yield text.count("\n", 0, said.start()) + 1, literal


def main():
    root, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    words, wrong = set(), []
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            name = path.relative_to(root).as_posix()
            if path.suffix not in ENDINGS or name.startswith(SKIPPED):
                continue
            text = re.sub(r"^\s*//.*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
            words.update(joined(found) for found in PHRASE.findall(text))
            if folder == "core":
                words.update(joined(found) for found in CAPABILITY.findall(text))
            if not folder.startswith("app"):
                wrong += [f"{name}: {literal} is no phrase(...)" for _, literal in unphrased(text)]
    if wrong:
        sys.exit("\n".join(wrong))
    # Texts without letters need no translation.
    lines = [f'QT_TRANSLATE_NOOP("core", "{word}")' for word in sorted(words) if re.search(r"[A-Za-z]", word)]
    out.write_text("// Made by core_words.py.\n" + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
