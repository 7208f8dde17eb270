#!/usr/bin/env bash
# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
# reference.sh SOURCE_DIR: fails if doxygen warns about the public headers, or if a type or a function there has no
# comment; fields and members may have self-explanatory names. 77 means skipped.
set -euo pipefail
cd "$1"
command -v doxygen >/dev/null || {
  echo "skipped: there is no doxygen"
  exit 77
}
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
{
  cat docs/Doxyfile
  printf '%s\n' "OUTPUT_DIRECTORY = $made" 'EXTRACT_ALL = NO' 'WARN_AS_ERROR = NO'
} | doxygen - >"$made/talk" 2>&1
[ -s "$made/namespaceespy.html" ] || {
  cat "$made/talk"
  echo "doxygen made no page of the namespace"
  exit 1
}
! grep -vE '^ |Member .* of (class|struct) .* is not documented' "$made/talk" | grep .
