#!/usr/bin/env bash
# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
# tidy.sh SOURCE_DIR BINARY_DIR: runs clang-tidy over the library, the command and the samples.
# 77 means skipped.
set -euo pipefail
command -v run-clang-tidy >/dev/null || {
  echo "skipped: there is no clang-tidy"
  exit 77
}
run-clang-tidy -quiet -p "$2" -j "$(nproc)" "^$1/(app|core|samples)/" 2>&1 |
  grep -vE '^clang-tidy|warnings generated|^$'
exit "${PIPESTATUS[0]}"
