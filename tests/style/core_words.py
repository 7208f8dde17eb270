#!/usr/bin/env python3
# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Extracts the library's translatable messages.

    core_words.py ROOT OUT    writes them as a C++ source that lupdate reads

Messages are the literal arguments of `phrase(` (core/base/phrase.h) and the names of capabilities. A message built in
another way could not be translated: its location is printed then, and nothing is written.
"""
import pathlib
import re
import sys

FOLDERS = ("core", "cuda", "app/desktop")
ENDINGS = (".cpp", ".h", ".cu", ".cuh")
LITERAL = r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*'
PHRASE = re.compile(r"\bphrase\(\s*(" + LITERAL + ")")
CAPABILITY = re.compile(r"constexpr const char\* kName = (" + LITERAL + ")")
# Calls and assignments whose text reaches the user: errors, notes, reasons and strategies.
MESSAGE = re.compile(r"\b(?:refuse\w*|fail|addNote|Error|OutOfDeviceMemory|alsoSay)\(|\b(?:note|reason|refusal|detail|choice|fallback|strategy) = ")
# Modules pass on the messages of their libraries, and their own, as plain text. (The command is English only.)
SKIPPED = ("core/io/opencv/", "core/io/tiff/", "core/live/xcb/", "core/live/wayland/", "core/live/screen_module.h")


def joined(literal):
    """Joins adjacent string literals; escapes are kept."""
    return "".join(part[1:-1] for part in re.findall(r'"(?:[^"\\\n]|\\.)*"', literal))


def statement(text, start):
    """The text from `start` to the end of the statement or of the enclosing brackets."""
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
    """User-visible literals (with a space) that are not inside `phrase(`."""
    for found in MESSAGE.finditer(text):
        rest = PHRASE.sub("", statement(text, found.start()))
        rest = re.sub(r"fmt::format\(\s*" + LITERAL, "", rest)
        for literal in re.findall(LITERAL, rest):
            if re.search(r"[a-z] [a-z]", joined(literal)):
                yield text.count("\n", 0, found.start()) + 1, literal


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
