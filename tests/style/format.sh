#!/usr/bin/env bash
# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
# format.sh SOURCE_DIR: fails if clang-format would change a file. 77 means skipped.
set -euo pipefail
cd "$1"
command -v clang-format >/dev/null || {
  echo "skipped: there is no clang-format"
  exit 77
}
find app core cuda python samples tests -name '*.h' -o -name '*.cpp' -o -name '*.cu' -o -name '*.cuh' |
  sort | xargs clang-format --dry-run --Werror
