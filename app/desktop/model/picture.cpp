// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "model/picture.h"

#include <algorithm>

#include "espy/engine/scaled.h"
#include "espy/error.h"
#include "espy/pictures.h"

namespace espy::desktop {
namespace {

/// A pixel format of the core and the equal QImage format.
struct FormatPair {
  PixelFormat ours;
  QImage::Format theirs;
};

FormatPair formatPairOf(const QImage& pixels) {
  const bool alpha = pixels.hasAlphaChannel();
  switch (pixels.format()) {
    case QImage::Format_Grayscale8:
      return {{1, Depth::u8}, QImage::Format_Grayscale8};
    case QImage::Format_Grayscale16:
      return {{1, Depth::u16}, QImage::Format_Grayscale16};
    default:
      break;
  }
  const bool deep = pixels.pixelFormat().bitsPerPixel() > 32 || pixels.pixelFormat().redSize() > 8;
  if (deep) return {{4, Depth::u16}, alpha ? QImage::Format_RGBA64 : QImage::Format_RGBX64};
  return alpha ? FormatPair{{4, Depth::u8}, QImage::Format_RGBA8888}
               : FormatPair{{3, Depth::u8}, QImage::Format_RGB888};
}

/// Converts a row from pixels of `from` samples to pixels of `to` samples: surplus samples are
/// dropped, missing alpha becomes opaque, grey with alpha becomes RGBA.
template <class Sample>
void copyRow(const std::uint8_t* source, int from, std::uint8_t* target, int to,
             std::int64_t pixels) {
  const auto* in = reinterpret_cast<const Sample*>(source);
  auto* out = reinterpret_cast<Sample*>(target);
  for (std::int64_t x = 0; x < pixels; ++x, in += from, out += to) {
    if (from == to) {
      std::copy_n(in, to, out);
    } else if (from == 2) {  // grey and alpha to RGB and alpha
      std::fill_n(out, 3, in[0]);
      out[3] = in[1];
    } else {
      std::copy_n(in, std::min(from, to), out);
      if (to > from) out[to - 1] = static_cast<Sample>(~Sample{0});
    }
  }
}

void copyRow(Depth depth, const std::uint8_t* source, int from, std::uint8_t* target, int to,
             std::int64_t pixels) {
  if (depth == Depth::u8) return copyRow<std::uint8_t>(source, from, target, to, pixels);
  copyRow<std::uint16_t>(source, from, target, to, pixels);
}

bool isOpaque(const QImage& pixels) {  // Format_RGBA8888 or Format_RGBA64
  const bool deep = pixels.depth() == 64;
  for (int y = 0; y < pixels.height(); ++y) {
    const uchar* row = pixels.constScanLine(y);
    for (int x = 0; x < pixels.width(); ++x) {
      const bool opaque = deep ? reinterpret_cast<const std::uint16_t*>(row)[4 * x + 3] == 0xffff
                               : row[4 * x + 3] == 0xff;
      if (!opaque) return false;
    }
  }
  return true;
}

QImage::Format formatFor(PixelFormat format) {
  const bool deep = format.depth == Depth::u16;
  switch (format.channels) {
    case 1:
      return deep ? QImage::Format_Grayscale16 : QImage::Format_Grayscale8;
    case 3:
      return deep ? QImage::Format_RGBX64 : QImage::Format_RGB888;
    default:
      return deep ? QImage::Format_RGBA64 : QImage::Format_RGBA8888;
  }
}

QImage wholeImage(const ImageView& view) {
  const PixelFormat format = view.format();
  QImage image(static_cast<int>(view.width()), static_cast<int>(view.height()), formatFor(format));
  const int samples = image.depth() / 8 / format.bytesPerSample();
  for (int y = 0; y < image.height(); ++y) {
    copyRow(format.depth, view.row(y), format.channels, image.scanLine(y), samples, view.width());
  }
  return image;
}

}  // namespace

Image imageFrom(const QImage& pixels) {
  if (pixels.isNull()) return {};
  FormatPair formats = formatPairOf(pixels);
  const QImage source = pixels.convertToFormat(formats.theirs);
  const int samples = source.depth() / 8 / formats.ours.bytesPerSample();
  // Other programs send opaque alpha channels; without them searches are faster.
  if (samples == 4 && (!pixels.hasAlphaChannel() || isOpaque(source))) formats.ours.channels = 3;
  Image image = Image::forOverwrite({source.width(), source.height()}, formats.ours);
  const MutableImageView target = image.pixels();
  for (int y = 0; y < source.height(); ++y) {
    copyRow(formats.ours.depth, source.constScanLine(y), samples, target.row(y),
            formats.ours.channels, source.width());
  }
  return image;
}

QImage qImageFrom(const ImageView& view, QSize most) {
  if (view.empty()) return {};
  const QSize whole(static_cast<int>(view.width()), static_cast<int>(view.height()));
  if (most.isEmpty() || whole.boundedTo(most) == whole) return wholeImage(view);
  const QSize target = whole.scaled(most, Qt::KeepAspectRatio).expandedTo(QSize(1, 1));
  int level = 0;
  while (level < 16) {
    const Size next = scaledSize(view.size(), level + 1);
    if (next.width < target.width() || next.height < target.height()) break;
    ++level;
  }
  const Size size = scaledSize(view.size(), level);
  QImage image(static_cast<int>(size.width), static_cast<int>(size.height),
               QImage::Format_ARGB32_Premultiplied);
  scaleForScreen(view, {level, 0, 0},
                 MutableImageView(image.bits(), size, {4, Depth::u8}, image.bytesPerLine()));
  return image.scaled(target, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
}

Image cutOut(const ImageView& view, const QRect& rectangle) {
  return Image::copyOf(
      view.crop(rectangle.x(), rectangle.y(), {rectangle.width(), rectangle.height()}));
}

QString defaultExtension() {
  try {
    checkWritable("picture.png");
    return QStringLiteral(".png");
  } catch (const Error&) {
    return QStringLiteral(".pam");
  }
}

}  // namespace espy::desktop
