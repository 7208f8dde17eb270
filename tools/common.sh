# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
# Shared by the tools; sourced, not run. Sets `root` and changes to it.
set -Eeuo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

say() { printf '\n== %s\n' "$*"; }

fail() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}
trap 'fail "stopped at line $LINENO: $BASH_COMMAND"' ERR

runPackages=(cmake ninja-build g++ libfmt-dev libcli11-dev nlohmann-json3-dev libdeflate-dev zlib1g-dev libjpeg62-turbo-dev
  libtiff-dev libhwy-dev libsqlite3-dev)
# For the modules: more picture and sound formats, volumes, videos, features of surfaces, and the screen.
buildPackages=("${runPackages[@]}" libopencv-dev libsndfile1-dev libnifti-dev
  libxcb1-dev libxcb-shm0-dev libxcb-randr0-dev libxcb-damage0-dev libxcb-xfixes0-dev
  libpipewire-0.3-dev libsystemd-dev pkgconf)
desktopPackages=(qt6-base-dev qt6-svg-dev qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools libgl-dev)
pythonPackages=(python3-dev python3-venv python3-numpy)
# From PyPI. Ray distributes batches and the identify service, which the last line tests; Matplotlib draws
# an example's plots. EspyLibrary is for Robot Framework and clicks by pyautogui; pyscreeze's tests need Pillow and Xlib.
pythonModules=('nanobind>=3.1,<4' 'scikit-build-core>=0.10' numpy pytest matplotlib 'ray[serve]'
  opencv-python-headless pillow python-xlib pyautogui robotframework pytest-html
  httpx selenium schemathesis prometheus_client pyyaml kubernetes-validate)
# Whose own tests are run with espy.compat in its place; only its source has them.
pythonPeer=pyscreeze==1.0.1
testPackages=(libgtest-dev librapidcheck-dev clang-format clang-tidy lld python3 groff-base zsh fish
  pkgconf doxygen lintian desktop-file-utils appstream)
# A private session bus and PipeWire daemon stand for a Wayland session.
windowPackages=(xvfb dbus-daemon pipewire openbox xdotool x11-utils fonts-wqy-zenhei)
servicePackages=(chromium chromium-driver)
arm64Packages=(g++-aarch64-linux-gnu qemu-user)
fuzzPackages=(clang libclang-rt-14-dev libomp-dev)

# needPackages PACKAGE...: installs those that are missing, through apt, with sudo when not root.
needPackages() {
  local missing=() package
  command -v dpkg-query >/dev/null ||
    fail "this is no Debian system: install the equivalents of $* and build with cmake --preset release"
  for package in "$@"; do
    dpkg-query -W -f='${db:Status-Status}\n' "$package" 2>/dev/null | grep -q '^installed$' ||
      missing+=("$package")
  done
  if [ ${#missing[@]} -eq 0 ]; then return; fi
  say "installing ${missing[*]}"
  local asRoot=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || fail "not root and no sudo: please install ${missing[*]}"
    asRoot=(sudo)
  fi
  "${asRoot[@]}" apt-get update -qq
  "${asRoot[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# buildFolder: build/ in the tree, or a folder in the user's cache if the tree is not writable.
buildFolder() {
  if mkdir -p "$root/build" 2>/dev/null && [ -w "$root/build" ] &&
    { [ ! -e "$root/build/$1" ] || [ -w "$root/build/$1" ]; }; then
    echo "$root/build/$1"
  else
    echo "${XDG_CACHE_HOME:-$HOME/.cache}/espy/$(printf '%s' "$root" | cksum | cut -d' ' -f1)/$1"
  fi
}

# needPython FOLDER: creates a virtual environment there, once, with the modules above, and the peer's source in its
# folder peers; prints the path of its Python.
needPython() {
  local python=$1/bin/python wanted="${pythonModules[*]} $pythonPeer"
  if [ "$(cat "$1/wanted" 2>/dev/null)" != "$wanted" ]; then
    rm -rf "$1"
    python3 -m venv "$1"
    "$python" -m pip install -q --disable-pip-version-check "${pythonModules[@]}" >&2
    "$python" -m pip download -q --disable-pip-version-check --no-deps --no-binary :all: -d "$1/peers" "$pythonPeer" >&2
    printf '%s' "$wanted" >"$1/wanted"
  fi
  echo "$python"
}

# changedFiles: files that differ from the upstream branch, or from the last commit if there is none.
changedFiles() {
  local since
  since=$(git merge-base HEAD '@{upstream}' 2>/dev/null) || since=HEAD
  git diff --name-only "$since"
  git ls-files --others --exclude-standard
}

# A build from nothing compiles several sources at once. Where single sources change, each stands by itself.
fromNothing=(-DESPY_UNITY_TESTS=ON -DESPY_UNITY_BUILD=ON)

# configure PRESET FOLDER [CMAKE-OPTION...]
configure() {
  local preset=$1 folder=$2
  mkdir -p "$folder"
  cmake --preset "$preset" -B "$folder" "${@:3}" >"$folder.configure.log" 2>&1 || {
    cat "$folder.configure.log" >&2
    fail "cmake could not configure preset $preset"
  }
}

# compile FOLDER [NINJA-TARGET...]
compile() {
  NINJA_STATUS='[%f/%t %es] ' ninja -C "$@"
}

# build PRESET FOLDER [CMAKE-OPTION...] [-- NINJA-TARGET...]
build() {
  local preset=$1 folder=$2 options=()
  shift 2
  while [ $# -gt 0 ] && [ "$1" != -- ]; do
    options+=("$1")
    shift
  done
  if [ $# -gt 0 ]; then shift; fi
  say "building $preset in $folder"
  configure "$preset" "$folder" "${options[@]}"
  compile "$folder" "$@"
}
