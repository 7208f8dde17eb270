#!/usr/bin/env bash
# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
# run_if_installed.sh PROGRAM ARGUMENT...: runs the program, which must succeed without output. 77 means skipped.
set -euo pipefail
command -v "$1" >/dev/null || {
  echo "skipped: there is no $1"
  exit 77
}
"$@"
