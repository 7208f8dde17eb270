// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "results/export_numbers.h"

#include <QGuiApplication>
#include <QImage>
#include <QPainter>
#include <algorithm>
#include <array>
#include <utility>

#include "canvas/device_map.h"
#include "canvas/mark_numbers.h"
#include "canvas/marks.h"

namespace espy::desktop {
namespace {

/// Numbers are painted piece by piece: a picture may have any size and any kind of samples.
constexpr int kPiece = 256;

Marks marksOf(const ExportedMatches& matches, Size size) {
  const SearchResult& result = *matches.result;
  std::vector<QColor> colours;
  for (const NeedleItem& item : result.needles) colours.push_back(item.colour);
  constexpr std::size_t kMostColours = 256;  // they are counted in a byte
  colours.resize(std::min(colours.size(), kMostColours));
  MarkList list;
  list.marks.reserve(matches.indices.size());
  for (const std::uint32_t index : matches.indices) {
    const Match& match = result.finding.matches[index];
    list.add(match, static_cast<std::uint8_t>(match.needle % colours.size()), index);
  }
  return Marks::of(std::move(list), std::move(colours),
                   QSize(static_cast<int>(size.width), static_cast<int>(size.height)));
}

/// The same picture with three colours in the place of grey.
Image inColour(const ImageView& grey) {
  PixelFormat format = grey.format();
  const bool alpha = format.hasAlpha();
  format.channels = alpha ? 4 : 3;
  Image picture(grey.size(), format);
  for (std::int64_t y = 0; y < grey.height(); ++y) {
    for (std::int64_t x = 0; x < grey.width(); ++x) {
      const std::uint32_t sample = sampleAt(grey, x, y, 0);
      for (int c = 0; c < 3; ++c) setSample(picture.pixels(), x, y, c, sample);
      if (alpha) setSample(picture.pixels(), x, y, 3, sampleAt(grey, x, y, 1));
    }
  }
  return picture;
}

/// A piece of the picture, eight bits for each sample.
QImage pieceOf(const ImageView& picture, const QRect& place) {
  const auto most = static_cast<std::uint64_t>(picture.format().maxValue());
  QImage piece(place.size(), QImage::Format_RGB32);
  for (int y = 0; y < place.height(); ++y) {
    auto* line = reinterpret_cast<QRgb*>(piece.scanLine(y));
    for (int x = 0; x < place.width(); ++x) {
      const auto part = [&](int channel) {
        const std::uint64_t sample = sampleAt(picture, place.x() + x, place.y() + y, channel);
        return static_cast<int>(sample * 255 / most);
      };
      line[x] = qRgb(part(0), part(1), part(2));
    }
  }
  return piece;
}

void takeChanges(const MutableImageView& picture, const QRect& place, const QImage& before,
                 const QImage& after) {
  const auto most = static_cast<std::uint64_t>(picture.format().maxValue());
  for (int y = 0; y < place.height(); ++y) {
    const auto* was = reinterpret_cast<const QRgb*>(before.constScanLine(y));
    const auto* is = reinterpret_cast<const QRgb*>(after.constScanLine(y));
    for (int x = 0; x < place.width(); ++x) {
      if (was[x] == is[x]) continue;
      const std::array<int, 3> parts{qRed(is[x]), qGreen(is[x]), qBlue(is[x])};
      for (int c = 0; c < 3; ++c) {
        const auto part = static_cast<std::uint64_t>(parts[static_cast<std::size_t>(c)]);
        setSample(picture, place.x() + x, place.y() + y, c,
                  static_cast<std::uint32_t>((part * most + 127) / 255));
      }
      if (picture.format().hasAlpha()) {
        setSample(picture, place.x() + x, place.y() + y, 3, static_cast<std::uint32_t>(most));
      }
    }
  }
}

}  // namespace

Image withNumbers(Image picture, const ExportedMatches& matches, const Control& control) {
  if (matches.indices.empty()) return picture;
  if (picture.format().colourChannels() == 1) picture = inColour(picture);
  const Size size = picture.size();
  const Marks marks = marksOf(matches, size);
  DeviceMap map;
  map.width = static_cast<int>(size.width);
  map.height = static_cast<int>(size.height);
  // A label is not as large as this, so it touches no piece that its mark is further away from.
  const QFontMetrics metrics{QGuiApplication::font()};
  const int reach = metrics.horizontalAdvance(QStringLiteral("000000000000")) + metrics.height();
  const QRect all(0, 0, map.width, map.height);
  for (int top = 0; top < map.height; top += kPiece) {
    for (int left = 0; left < map.width; left += kPiece) {
      control.check();
      const QRect place = QRect(left, top, kPiece, kPiece).intersected(all);
      const std::vector<std::uint32_t> near =
          marks.touching(place.adjusted(-reach, -reach, reach, reach));
      if (near.empty()) continue;
      const QImage before = pieceOf(picture, place);
      QImage after = before.copy();
      QPainter painter(&after);
      painter.setFont(QGuiApplication::font());
      painter.translate(-place.topLeft());
      paintNumbers(painter, marks, near, map);
      painter.end();
      takeChanges(picture.pixels(), place, before, after);
    }
  }
  return picture;
}

}  // namespace espy::desktop
