// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// consumer_cuda NEEDLE SCENE: Espy in a program with its own kernels.
#include <espy/espy.h>

#include <cstdio>

__global__ void ownKernel(int* out) {
  *out = 1;
}

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const espy::ReadPicture needle = espy::readPicture(argv[1]);
  const espy::ReadPicture scene = espy::readPicture(argv[2]);
  const espy::Needle needles[] = {{needle.image, {}}};
  for (const espy::Match& match : espy::find(scene.image, needles).matches) {
    std::printf("%u,%u\n", match.x, match.y);
  }
  return 0;
}
