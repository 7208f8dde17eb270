// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// consumer_qt NEEDLE SCENE: searches a QImage without copying it.
#include <QtCore/QObject>
#include <QtGui/QImage>

#include <espy/espy.h>

#include <cstdio>

namespace {

espy::ImageView viewOf(const QImage& image) {
  return {image.constBits(),
          {image.width(), image.height()},
          {3, espy::Depth::u8},
          image.bytesPerLine()};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const QImage needle = QImage(argv[1]).convertToFormat(QImage::Format_RGB888);
  const QImage scene = QImage(argv[2]).convertToFormat(QImage::Format_RGB888);
  const espy::Needle needles[] = {{viewOf(needle), {}}};
  for (const espy::Match& match : espy::find(viewOf(scene), needles).matches) {
    std::printf("%u,%u\n", match.x, match.y);
  }
  return 0;
}
