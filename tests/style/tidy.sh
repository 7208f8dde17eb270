#!/usr/bin/env bash
# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
# tidy.sh SOURCE_DIR BINARY_DIR: runs clang-tidy over the library, the command and the samples; not
# over kernels, which clang 14 cannot read. The window is read folder by folder, as it is compiled.
# 77 means skipped.
set -euo pipefail
command -v run-clang-tidy >/dev/null || {
  echo "skipped: there is no clang-tidy"
  exit 77
}
# Headers that g++ has compiled beforehand are nothing that clang can read.
commands=$(mktemp -d)
trap 'rm -rf "$commands"' EXIT
sed 's# -Winvalid-pch -include [^ ]*/cmake_pch\.hxx##' "$2/compile_commands.json" >"$commands/compile_commands.json"

status=0
findings=$(run-clang-tidy -quiet -p "$commands" -j "$(nproc)" \
  "^($1/((app|core|samples)/|cuda/.*\.cpp$)|$2/app/desktop/.*/Unity/)" 2>&1) || status=$?
# Nothing left over is the good case, and grep calls it a failure.
printf '%s\n' "$findings" | grep -vE '^clang-tidy|warnings generated|^$' || true
exit "$status"
