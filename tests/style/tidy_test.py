#!/usr/bin/env python3
# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Tests tidy.py on a small project: which units are cached, and that findings fail."""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

TIDY = pathlib.Path(__file__).parent / "tidy.py"
CLEAN = "int {name}() {{\n  return 0;\n}}\n"
# Violates the naming rule.
FAULTY = "int Wrong_name() {\n  return 0;\n}\n"
RULES = """Checks: '-*,readability-identifier-naming'
WarningsAsErrors: '*'
HeaderFilterRegex: '(core|app)/.*\\.(h|cpp)$'
CheckOptions:
  - {key: readability-identifier-naming.FunctionCase, value: camelBack}
"""


class Project(unittest.TestCase):
    """Two sources, one of which includes a header that includes another, and two in one unity source."""

    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(lambda: shutil.rmtree(self.root))
        self.write(".clang-tidy", RULES)
        self.write("core/plain.cpp", CLEAN.format(name="plain"))
        self.write("core/user.cpp", '#include "module/near.h"\n' + CLEAN.format(name="user"))
        self.write("core/module/near.h", '#pragma once\n#include "far.h"\n')
        self.write("core/module/far.h", "#pragma once\n// Says nothing.\n")
        self.write("app/desktop/view/one.cpp", CLEAN.format(name="one"))
        self.write("app/desktop/view/two.cpp", '#include "two.moc"\n' + CLEAN.format(name="two"))
        self.build("build")

    def build(self, name):
        """Makes a build folder with compile_commands.json."""
        unity = f"{name}/app/desktop/parts.dir/Unity/unity_view.cxx"
        self.write(unity, "".join(f'#include "{self.root}/app/desktop/view/{part}.cpp"\n' for part in ("one", "two")))
        self.write(f"{name}/app/desktop/made/two.moc", f"// Made in {self.root}/{name}\n")
        files = ["core/plain.cpp", "core/user.cpp", unity, "tests/never_read.cpp"]
        self.write(f"{name}/compile_commands.json", json.dumps([
            {"directory": f"{self.root}/{name}", "file": f"{self.root}/{file}",
             "command": f"/usr/bin/c++ -I{self.root}/core -I{self.root}/{name}/app/desktop/made "
                        f"-DROOT={self.root} -O2 -std=c++20 -o {file}.o -c {self.root}/{file}"}
            for file in files]))
        self.folder = self.root / name

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def tidy(self, *more):
        """Exit status; counts of read, cached and faulty units; output."""
        done = subprocess.run([TIDY, self.root, self.folder, *more], capture_output=True, text=True)
        last = done.stdout.splitlines()[-1].split() if done.stdout else []
        counts = [int(word) for word in last if word.isdigit()]
        return done.returncode, counts, done.stdout + done.stderr

    def expect(self, status, counts, *more):
        got = self.tidy(*more)
        self.assertEqual(got[:2], (status, counts), got[2])
        return got[2]

    def listed(self):
        return [line.split(" ", 1)[1] for line in (self.folder / "tidied.txt").read_text().splitlines()]

    def test_what_was_found_clean_is_known(self):
        self.expect(0, [3, 0, 0])
        self.assertEqual(self.listed(), ["app/desktop/view", "core/plain.cpp", "core/user.cpp"])
        self.expect(0, [0, 3, 0])

    def test_only_what_reaches_a_changed_file_is_read(self):
        self.expect(0, [1, 0, 0], "core/module/far.h")
        self.assertEqual(self.listed(), ["core/user.cpp"])
        self.expect(0, [1, 0, 0], "app/desktop/view/one.cpp")
        self.expect(0, [0, 0, 0], "docs/none.md")
        self.expect(0, [1, 2, 0])

    def test_a_finding_fails_until_it_is_gone(self):
        self.expect(0, [3, 0, 0])
        self.write("core/plain.cpp", FAULTY)
        self.assertIn("core/plain.cpp:1:5: error: invalid case style", self.expect(1, [1, 2, 1]))
        self.expect(1, [1, 2, 1])
        self.write("core/plain.cpp", CLEAN.format(name="plainly"))
        self.expect(0, [1, 2, 0])
        self.expect(0, [0, 3, 0])

    def test_a_finding_in_a_header_fails(self):
        self.expect(0, [3, 0, 0])
        self.write("core/module/far.h", "#pragma once\ninline " + FAULTY)
        self.assertIn("core/module/far.h:2:12: error: invalid case style", self.expect(1, [1, 2, 1]))

    def test_a_finding_in_the_window_fails(self):
        self.expect(0, [3, 0, 0])
        self.write("app/desktop/view/two.cpp", FAULTY)
        self.assertIn("app/desktop/view/two.cpp:1:5: error: invalid case style", self.expect(1, [1, 2, 1]))

    def test_what_does_not_compile_fails(self):
        self.write("core/plain.cpp", "int plain( {\n")
        self.expect(1, [3, 0, 1])

    def test_a_comment_in_a_header_makes_what_reaches_it_unknown(self):
        self.expect(0, [3, 0, 0])
        self.write("core/module/far.h", "#pragma once\n// Says something else.\n")
        self.expect(0, [1, 2, 0])

    def test_other_rules_and_other_flags_make_all_unknown(self):
        self.expect(0, [3, 0, 0])
        self.write(".clang-tidy", RULES + "# another\n")
        self.expect(0, [3, 0, 0])
        commands = self.folder / "compile_commands.json"
        commands.write_text(commands.read_text().replace("-std=c++20", "-std=c++17"))
        self.expect(0, [3, 0, 0])

    def test_optimisation_does_not_matter(self):
        self.expect(0, [3, 0, 0])
        commands = self.folder / "compile_commands.json"
        commands.write_text(commands.read_text().replace("-O2", "-O0 -g"))
        self.expect(0, [0, 3, 0])


if __name__ == "__main__":
    if not shutil.which("clang-tidy"):
        print("skipped: there is no clang-tidy")
        sys.exit(77)
    unittest.main()
