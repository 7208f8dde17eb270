#!/usr/bin/env python3
# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Finds the sentences of the library, for who translates them.

    core_words.py ROOT OUT    writes them as a C++ source that lupdate reads

They are the literals behind `phrase(` (core/base/phrase.h), the names of capabilities, and the table of what engines
say of how they searched (core/find/strategies.cpp). A sentence that is made otherwise could not be translated: then
nothing is written, and the places are told.
"""
import pathlib
import re
import sys

FOLDERS = ("core", "cuda", "app/desktop")
ENDINGS = (".cpp", ".h", ".cu", ".cuh")
LITERAL = r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*'
PHRASE = re.compile(r"\bphrase\(\s*(" + LITERAL + ")")
CAPABILITY = re.compile(r"constexpr const char\* kName = (" + LITERAL + ")")
# What goes out to people: who refuses, who remarks, who says why not.
SAID = re.compile(r"\b(?:refuse\w*|fail|addNote|Error|OutOfDeviceMemory)\(|\b(?:note|reason|refusal|detail|choice|fallback) = ")
# How an engine searched, which is told in a string and looked up in a table.
TABLE = "core/find/strategies.cpp"
SEARCHES = ("core/exact/", "core/score/", "core/pose/", "cuda/exact/", "cuda/score/", "cuda/pose/")
HOW = re.compile(r"\bstrategy_? \+?= |\b(?:say|found)\(")
DESCRIBES = re.compile(r"^( *)(?=\S[^\n]*\bdescribe\([^()]*\)(?: const)? \{\n)(.*?)\n\1\}\n", re.DOTALL | re.MULTILINE)
# The command speaks English only, and the modules of formats say what their library says.
SKIPPED = ("core/io/opencv/",)


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


def strategies(root):
    """The patterns of the table."""
    text = re.sub(r"//.*$", "", (root / TABLE).read_text(encoding="utf-8"), flags=re.MULTILINE)
    return [joined(found) for found in re.findall(LITERAL, text[text.index("kStrategies[]"):text.index("};")])]


def unlisted(text, table):
    """What is said of a search and stands in no pattern of the table."""
    said = [statement(text, found.end()) for found in HOW.finditer(text)] + [body for _, body in DESCRIBES.findall(text)]
    for part in said:
        for literal in re.findall(LITERAL, part):
            words = re.sub(r"\{\d\}", "{}", joined(literal))
            words = re.sub(r"^(?:; )?(?:\{\})?|(?:\{\})?$", "", words)
            if re.search(r"[a-z] [a-z]", words) and not any(words in pattern for pattern in table):
                yield literal


def main():
    root, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    table = strategies(root)
    words, wrong = set(table), []
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
            if name.startswith(SEARCHES):
                wrong += [f"{name}: {literal} is not in {TABLE}" for literal in unlisted(text, table)]
    if wrong:
        sys.exit("\n".join(wrong))
    # What has no words is the same in every language.
    lines = [f'QT_TRANSLATE_NOOP("core", "{word}")' for word in sorted(words) if re.search(r"[A-Za-z]", word)]
    out.write_text("// Made by core_words.py.\n" + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
