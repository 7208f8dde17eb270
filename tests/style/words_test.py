#!/usr/bin/env python3
# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Comments and documentation use the field's words.

    words_test.py ROOT

Reads the comments of C++, CUDA, Python, CMake and shell sources, docstrings, and Markdown outside of code, and prints
each phrase of the list below with what to write instead. First it must find the ones in a planted text.
"""

import ast
import io
import pathlib
import re
import subprocess
import sys
import tokenize

INSTEAD = {
    r"\b(graphics )?cards?\b": "GPU",
    r"\b(whom|whoever|somebody|nobody|someone)\b": "the caller, the thread, the engine",
    r"\bwho (asks?|waits?|wants?|has|looks?|knows?|reads?)\b": "the caller, the thread, the user",
    r"\b(told|tells?|telling)\b(?! (apart|which|the difference))": "reports, returns, prints, passes",
    r"\bso manieth\b|\bso many\b(?! (\w+ ){1,4}that)": "n, the number of, every n-th",
    r"\b(second|nearest|third) cache\b": "L2, L1, L3",
    r"\bin vain\b": "a false positive, wasted",
    r"\bturn about\b": "interleaved",
    r"\b(searched|lies|lay) lying\b": "transposed",
    r"\bmeans of blocks\b": "block averages",
    r"\bwork memory\b": "scratch",
    r"\bfetch(es|ing)? ahead\b": "prefetch",
    r"\bhow surely\b": "confidence, recall, precision",
    r"\b(too|so|very|are|is) dear\b": "expensive: its cost",
    r"\bbrought to the form\b": "converted to the format",
    r"\bis passed over\b": "is skipped, is pruned",
    r"\brooms\b|\b(a|each|every|this|its own|of the) room\b": "module",
}
PHRASES = {re.compile(phrase, re.IGNORECASE): better for phrase, better in INSTEAD.items()}
FOLDERS = ("app", "cmake", "core", "cuda", "docs", "python", "samples", "tests", "tools")
C_SUFFIXES = (".h", ".cpp", ".cu", ".cuh")
CODE_OR_COMMENT = re.compile(
    r"""R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'|(?P<comment>//[^\n]*|/\*.*?\*/)""",
    re.DOTALL,
)


def of_c(text):
    for found in CODE_OR_COMMENT.finditer(text):
        if found["comment"]:
            yield text.count("\n", 0, found.start()) + 1, re.sub(r"`[^`]*`", "", found["comment"])


def of_python(text):
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            if ast.get_docstring(node, clean=False):
                yield node.body[0].lineno, node.body[0].value.value


def of_lines(text):
    for number, line in enumerate(text.splitlines(), 1):
        found = re.search(r"(?:^|\s)#(?!!)(.*)", line)
        if found:
            yield number, found[1]


def of_markdown(text):
    text = re.sub(r"^(```|~~~).*?^\1", lambda code: "\n" * code[0].count("\n"), text, flags=re.DOTALL | re.MULTILINE)
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("    "):
            yield number, re.sub(r"`[^`]*`|\]\([^)]*\)", "", line)


def reader_of(path):
    if path.suffix in C_SUFFIXES:
        return of_c
    if path.suffix in (".py", ".pyi"):
        return of_python
    if path.suffix == ".md":
        return of_markdown
    if path.suffix in (".cmake", ".sh") or path.name == "CMakeLists.txt" or path.parent.name == "tools":
        return of_lines
    return None


def faults(path, text):
    """Lines `PATH:LINE: phrase, not ...` of a file."""
    for number, words in (reader_of(path) or (lambda _: ()))(text):
        for phrase, better in PHRASES.items():
            for found in phrase.finditer(words):
                line = number + words.count("\n", 0, found.start())
                yield f"{path}:{line}: not '{found[0]}' but: {better}"


def check_itself():
    planted = {
        "a.cpp": '"the card" /* so many\n cards */ x; // he is told',
        "a.py": 'def f():\n    """Looked at in vain."""\n    return "card"  # whom\n',
        "a.md": "Its rooms\n\n    a card\n\n`card`\n```\ncard\n```\nso many",
        "CMakeLists.txt": 'set(card "card") # second cache',
    }
    expected = {"a.cpp": [1, 2, 2], "a.py": [2, 3], "a.md": [1, 9], "CMakeLists.txt": [1]}
    for name, text in planted.items():
        lines = sorted(int(fault.split(":")[1]) for fault in faults(pathlib.Path(name), text))
        if lines not in (expected[name], sorted(set(expected[name]))):
            sys.exit(f"planted faults of {name}: lines {lines}, expected {expected[name]}")


def main(root):
    check_itself()
    names = subprocess.run(
        ["git", "-C", root, "ls-files", "*.md", *FOLDERS], capture_output=True, text=True
    ).stdout.split("\n")
    if len(names) < 100:
        print("skipped: this is no clone")
        return 77
    found = []
    for name in filter(None, names):
        path = pathlib.Path(name)
        if path.name != "words_test.py" and reader_of(path) and (pathlib.Path(root) / path).is_file():
            found += faults(path, (pathlib.Path(root) / path).read_text(encoding="utf-8"))
    print(*found, sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
