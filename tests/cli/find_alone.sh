#!/usr/bin/env bash
# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
# find_alone.sh ESPY ESPY_FIND SAMPLES: the program with the verb find alone prints what the whole command does.
set -Eeuo pipefail
espy=$1 alone=$2 samples=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

"$espy" index "$samples/traveller.ppm" -o needles.esi >/dev/null
"$espy" index --scenes "$samples/blue_box.ppm" -o scenes.esi >/dev/null
"$espy" index --scenes --tolerant "$samples/blue_box.ppm" -o tolerant.esi >/dev/null

# same ARGUMENT...: equal output and status, which is 0.
same() {
  "$espy" find "$@" >whole.txt 2>&1
  "$alone" find "$@" >alone.txt 2>&1
  cmp whole.txt alone.txt || { echo "find $* differs"; exit 1; }
  [ -s whole.txt ] || { echo "find $* found nothing"; exit 1; }
}
same "$samples/traveller.ppm" "$samples/crowd.ppm"
same --method zncc --angle -5:5 --top 3 "$samples/traveller.ppm" "$samples/crowd.ppm"
same --method sad --sub-pixel --nearest --engine openmp "$samples/traveller.ppm" "$samples/crowd.ppm"
same --method outline --nearest --top 1 "$samples/blue_box.ppm" "$samples/crowd.ppm"
same --denoise 0.5 --method zncc --nearest "$samples/traveller.ppm" "$samples/crowd.ppm"
same --index needles.esi "$samples/crowd.ppm"
same --index scenes.esi "$samples/blue_box.ppm"
same --index tolerant.esi --method zncc --min-score 0.9 "$samples/blue_box.ppm"

"$espy" find --help >whole.txt
"$alone" find --help >alone.txt
cmp whole.txt alone.txt

status=0
"$alone" signal a.csv b.csv 2>alone.txt || status=$?
[ $status -eq 2 ] && grep -q 'the only verb here is find' alone.txt || { cat alone.txt; exit 1; }
