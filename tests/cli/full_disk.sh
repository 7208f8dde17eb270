#!/usr/bin/env bash
# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
# full_disk.sh ESPY: indexes on a file system that becomes full, of many sizes. Each change is done or refused in one
# sentence; then the index is intact, has what was committed, and grows again once there is space. 77 means skipped.
set -euo pipefail
espy=$(realpath "$1")
if [ "${2:-}" != mounted ]; then
  unshare --user --map-root-user --mount true 2>/dev/null || {
    echo "skipped: no file system can be mounted"
    exit 77
  }
  exec unshare --user --map-root-user --mount "$0" "$espy" mounted
fi
work=$(mktemp -d)
trap 'umount "$work/disk" 2>/dev/null || true; rm -rf "$work"' EXIT
mkdir "$work/disk" "$work/first" "$work/more"
noise() { { printf 'P6 %d %d 255\n' "$2" "$2"; head -c $((3 * $2 * $2)) /dev/urandom; } >"$1"; }
for i in 0 1 2; do noise "$work/first/$i.ppm" 64; done
for i in 3 4 5 6 7 8; do noise "$work/more/$i.ppm" 200; done

refused=0
done=0
for kind in "" --scenes "--scenes --tolerant"; do
  for size in 24 48 64 80 96 112 128 160 200 256 320 400 512 640 768 900 1024 1536; do
    mount -t tmpfs -o "size=${size}k" espy "$work/disk"
    index=$work/disk/i.esi
    listed() { "$espy" index list "$index" | wc -l; }
    if "$espy" index $kind "$work/first" -o "$index" 2>"$work/said"; then
      pictures=3
      if "$espy" index add "$index" "$work/more" 2>"$work/said"; then
        pictures=9
        done=$((done + 1))
      else
        [ "$(wc -l <"$work/said")" = 1 ] || { cat "$work/said"; exit 1; }
        refused=$((refused + 1))
      fi
      [ "$(listed)" = $pictures ] || { echo "index $kind, ${size}k: lists $(listed) of $pictures"; exit 1; }
      "$espy" index verify "$index" 2>/dev/null || { echo "index $kind, ${size}k: damaged"; exit 1; }
      mount -o remount,size=8m "$work/disk"
      "$espy" index add "$index" "$work/more" 2>/dev/null || [ $pictures = 9 ]
      [ "$(listed)" = 9 ] || { echo "index $kind, ${size}k: lists $(listed) once there is space"; exit 1; }
      "$espy" index verify "$index" 2>/dev/null || { echo "index $kind, ${size}k: damaged"; exit 1; }
    else
      [ "$(wc -l <"$work/said")" = 1 ] || { cat "$work/said"; exit 1; }
      refused=$((refused + 1))
    fi
    umount "$work/disk"
  done
done
echo "$refused changes refused, $done done, no index damaged"
[ $refused -gt 5 ] && [ $done -gt 5 ]
