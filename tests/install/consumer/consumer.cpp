// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// consumer NEEDLE SCENE OUTPUT: finds, marks and writes, with nothing but the installed headers.
#include <espy/espy.h>

#include <cstdio>
#include <exception>

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  try {
    const espy::Registry registry = espy::makeRegistry();
    const espy::ReadPicture needle = espy::readPicture(argv[1]);
    const espy::ReadPicture scene = espy::readPicture(argv[2]);
    const espy::Needle needles[] = {{needle.image, {}}};
    const espy::Finding found = espy::findExact(registry, "auto", scene.image, needles);
    for (const espy::Match& match : found.matches) std::printf("%u,%u\n", match.x, match.y);
    espy::writePicture(argv[3],
                       espy::markedPicture(registry, "openmp", scene.image, found.matches));
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "consumer: %s\n", error.what());
    return 1;
  }
}
