// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// consumer NEEDLE SCENE OUTPUT: finds, marks and writes, with nothing but the installed headers.
// consumer `--why-no-card`: prints why engine cuda cannot run here, or a blank line.
#include <espy/engine/all.h>

#include <cstdio>
#include <exception>
#include <string_view>

int main(int argc, char** argv) {
  try {
    if (argc == 2 && argv[1] == std::string_view("--why-no-card")) {
      const espy::Engine& gpu = espy::allEngines().engine("cuda");
      std::printf("%s\n", gpu.available ? "" : gpu.detail.text().c_str());
      return 0;
    }
    if (argc != 4) return 2;
    const espy::ReadPicture needle = espy::readPicture(argv[1]);
    const espy::ReadPicture scene = espy::readPicture(argv[2]);
    const espy::Needle needles[] = {{needle.image, {}}};
    const espy::Finding found = espy::find(scene.image, needles);
    for (const espy::Match& match : found.matches) std::printf("%u,%u\n", match.x, match.y);
    espy::writePicture(argv[3], espy::markedPicture(scene.image, found.matches));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "consumer: %s\n", error.what());
    return 1;
  }
  try {
    espy::readPicture("/no such picture");
  } catch (const espy::Error& error) {  // the same type inside and outside of the library
    return error.code() == espy::ErrorCode::system ? 0 : 3;
  }
  return 4;
}
