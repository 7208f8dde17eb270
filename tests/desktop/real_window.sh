#!/usr/bin/env bash
# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
# Drives the real window with a real mouse, under a window manager on a virtual screen: drops files and pixels onto both
# zones, drags a rectangle, closes; takes screenshots.
# real_window.sh SOURCE_DIR BINARY_DIR ESPY_DESKTOP PROGRAMS_DIR. Exit status 77: skipped.
set -Eeuo pipefail
samples=$1/samples binary=$2 desktop=$3 programs=$4

for tool in Xvfb openbox xdotool; do
  command -v "$tool" >/dev/null || {
    echo "$tool is not installed"
    exit 77
  }
done

work=$(mktemp -d)
started=()
cleanUp() {
  local status=$?
  trap - EXIT ERR
  for ((i = ${#started[@]} - 1; i >= 0; --i)); do
    kill "${started[i]}" 2>/dev/null || true
    wait "${started[i]}" 2>/dev/null || true
  done
  if [ "$status" -ne 0 ]; then
    tail -n 40 "$work"/*.log >&2 || true
  fi
  rm -rf "$work"
  exit "$status"
}
trap cleanUp EXIT
trap 'echo "stopped at line $LINENO: $BASH_COMMAND" >&2' ERR

fail() {
  echo "real_window: $*" >&2
  exit 1
}

# await WHAT COMMAND...: repeats the command until it succeeds; fails after three minutes.
await() {
  local what=$1 tries
  shift
  for ((tries = 0; tries < ${patience:-1800}; ++tries)); do
    if "$@" >/dev/null 2>&1; then return; fi
    sleep 0.1
  done
  fail "waited in vain until $what"
}

# A temporary home, so that no settings are read or left behind.
export XDG_CONFIG_HOME=$work/config XDG_RUNTIME_DIR=$work/run HOME=$work LC_ALL=C.UTF-8 LANGUAGE=
# Waiting OpenMP threads yield the CPU to other tests.
export OMP_WAIT_POLICY=passive
export QT_QPA_PLATFORM=xcb
unset QT_SCALE_FACTOR QT_STYLE_OVERRIDE WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS
mkdir -p -m 700 "$XDG_CONFIG_HOME" "$XDG_RUNTIME_DIR"

# startScreen NAME: starts a virtual screen and sets DISPLAY. The server chooses a free display and writes its number when it
# is ready.
startScreen() {
  exec 3>"$work/$1"
  Xvfb -displayfd 3 -screen 0 1700x1000x24 -nolisten tcp >"$work/$1.log" 2>&1 &
  started+=($!)
  exec 3>&-
  await "the screen is there" test -s "$work/$1"
  DISPLAY=:$(cat "$work/$1")
  export DISPLAY
}

echo "== pictures of the window are taken meanwhile, on a screen of their own"
pictures=$binary/screenshots
startScreen gallery
take() {
  local set=$1
  shift
  rm -rf "${pictures:?}/$set"
  "$programs/desktop_screenshots" --brief "$@" "$pictures/$set" 2>"$work/screenshots-$set.log" >/dev/null
  [ "$(find "$pictures/$set" -name '*.png' | wc -l)" -ge 12 ] || fail "pictures are missing in $set"
}
# In parallel, as each mostly waits for its window.
sets=()
take light &
sets+=($!)
QT_SCALE_FACTOR=2 take dark-german-2x --dark --language de &
sets+=($!)
take small-chinese --size 800x600 --language zh &
sets+=($!)
started+=("${sets[@]}")

startScreen screen
openbox >"$work/openbox.log" 2>&1 &
started+=($!)
# xdotool windowactivate works only once the window manager runs.
await "the window manager is there" xdotool get_num_desktops

# windowOf PID: waits for the process's window and prints its id.
windowOf() {
  await "process $1 has a window" xdotool search --all --onlyvisible --pid "$1" --name .
  xdotool search --all --onlyvisible --pid "$1" --name . | tail -n 1
}

title() { xdotool getwindowname "$window"; }
titleHas() { [[ $(title) == *"$1"* ]]; }
ended() { ! kill -0 "$1"; }
# loggedSince LINE TEXT: whether the window has logged TEXT after line LINE.
loggedSince() { tail -n "+$(($1 + 1))" "$work/window.log" | grep -qx "$2"; }
lines() { wc -l <"$work/window.log"; }

# moveTo WINDOW X Y: moves the window and waits until it is there, allowing for its frame.
moveTo() {
  local X=-1000 Y=-1000 WIDTH HEIGHT WINDOW SCREEN
  arrived() {
    xdotool windowmove "$1" "$2" "$3"
    eval "$(xdotool getwindowgeometry --shell "$1")"
    [ $((X - $2)) -ge 0 ] && [ $((X - $2)) -le 40 ] && [ $((Y - $3)) -ge 0 ] && [ $((Y - $3)) -le 60 ]
  }
  await "window $1 is at $2, $3" arrived "$@"
}

# openWindow PROGRAM ARGUMENT...: starts the program and moves its window to the upper left corner.
openWindow() {
  "$@" >"$work/window.log" 2>"$work/window.err.log" &
  process=$!
  started+=("$process")
  window=$(windowOf "$process")
  moveTo "$window" 0 0
  xdotool windowactivate "$window"
}

closeWindow() {
  xdotool windowactivate "$window" key --clearmodifiers ctrl+q
  # If the program asks about unsaved needles, press Alt+D.
  answered() { ended "$process" || { xdotool key --clearmodifiers alt+d && ended "$process"; }; }
  await "the window has closed" answered
  wait "$process" || fail "ended with status $?"
}

# at X Y: screen coordinates of a point of the window, given in percent of its size.
at() {
  local X Y WIDTH HEIGHT WINDOW SCREEN
  eval "$(xdotool getwindowgeometry --shell "$window")"
  echo "$((X + WIDTH * $1 / 100)) $((Y + HEIGHT * $2 / 100))"
}

sourceProcess=
# dragOnto X Y ARGUMENT...: drags from desktop_drag_source ARGUMENT... to a point of the screen and drops once the drag
# is accepted.
dragOnto() {
  local x=$1 y=$2 source
  shift 2
  # The previous drop has been read by now; end its source, as two windows would overlap.
  if [ -n "$sourceProcess" ]; then
    kill "$sourceProcess"
    await "the source before has ended" ended "$sourceProcess"
  fi
  "$programs/desktop_drag_source" "$@" >"$work/source.log" 2>"$work/source.err.log" &
  sourceProcess=$!
  started+=("$sourceProcess")
  source=$(windowOf "$sourceProcess")
  moveTo "$source" 1400 700
  xdotool windowraise "$source"
  # A press can get lost while the window manager is busy with the new window.
  local X Y WIDTH HEIGHT WINDOW SCREEN
  begun() {
    xdotool mouseup 1
    eval "$(xdotool getwindowgeometry --shell "$source")"
    xdotool mousemove $((X + WIDTH / 2)) $((Y + HEIGHT / 2)) mousedown 1
    xdotool mousemove $((X + WIDTH / 2 + 15)) $((Y + HEIGHT / 2)) \
      mousemove $((X + WIDTH / 2 + 30)) $((Y + HEIGHT / 2 + 5))
    sleep 0.2
    grep -qx dragging "$work/source.log"
  }
  await "the drag has begun" begun
  # XDND repeats its query when the pointer moves: move until there is a response.
  local wiggle=0
  accepted() {
    wiggle=$((1 - wiggle))
    xdotool mousemove $((x + wiggle)) "$y"
    grep -qx accepted "$work/source.log"
  }
  await "the drag is accepted" accepted
  xdotool mousemove "$x" "$y" mouseup 1
  await "it is dropped" grep -qx dropped "$work/source.log"
}

echo "== a file dropped onto the program"
openWindow "$desktop"
read -r x y <<<"$(at 40 50)"
dragOnto "$x" "$y" "$samples/crowd.ppm"
await "the title names the scene" titleHas "crowd.ppm"
closeWindow

echo "== files and pixels onto both zones"
openWindow "$programs/desktop_logging_window"
read -r x y <<<"$(at 40 50)"
dragOnto "$x" "$y" "$samples/crowd.ppm"
await "the scene is there" loggedSince 0 "scene crowd.ppm"
loggedSince 0 "lit scene" || fail "the zone of the scene did not light up"
read -r x y <<<"$(at 4 50)"
dragOnto "$x" "$y" "$samples/traveller.ppm"
await "the traveller is found" loggedSince 0 "needles 1 matches 1"
loggedSince 0 "lit needles" || fail "the zone of the needles did not light up"
dragOnto "$x" "$y" --image "$samples/traveller.ppm"
await "the pixels are found, too" loggedSince 0 "needles 2 matches 2"

echo "== a rectangle dragged with the mouse"
read -r _ left top width height <<<"$(grep '^canvas ' "$work/window.log" | tail -n 1)"
x=$((left + width / 2 - 20)) y=$((top + height / 2 - 20))
before=$(lines)
xdotool mousemove "$x" "$y" mousedown 1
xdotool mousemove $((x + 20)) $((y + 15)) mousemove $((x + 40)) $((y + 40)) mouseup 1
await "something is cut out" loggedSince "$before" cut
await "it is found" loggedSince "$before" "needles 3 matches 3"

echo "== undone with the keyboard"
before=$(lines)
xdotool key --clearmodifiers ctrl+z
await "two needles are left" loggedSince "$before" "needles 2 matches 2"

echo "== pixels onto the scene"
read -r x y <<<"$(at 40 50)"
before=$(lines)
dragOnto "$x" "$y" --image "$samples/blue_box.ppm"
await "the scene is another one" loggedSince "$before" "scene pasted 2"
closeWindow

for set in "${sets[@]}"; do wait "$set" || fail "pictures of the window could not be taken"; done
echo "the pictures are in $pictures"
