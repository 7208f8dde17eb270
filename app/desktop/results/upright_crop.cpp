// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "results/upright_crop.h"

#include <QPainter>
#include <QTransform>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "canvas/marks.h"
#include "espy/pictures.h"
#include "model/paths.h"

namespace espy::desktop {
namespace {

constexpr int kKeptPictures = 256 * 1024;  ///< KiB of a batch's pictures

constexpr int kSubPixels = 256;  ///< positions are rounded to this part of a pixel

QSize fittedSize(const QSize& whole, int most) {
  const QSize limit(most, most);
  if (whole.boundedTo(limit) == whole) return whole;
  return whole.scaled(limit, Qt::KeepAspectRatio).expandedTo(QSize(1, 1));
}

/// Bilinear sample; x and y in pixels from the corner, clamped to the outermost pixel centres.
QRgb bilinear(const QImage& image, double x, double y) {
  const auto place = [](double at, int side) {
    const auto rounded = static_cast<int>(std::lround((at - 0.5) * kSubPixels));
    return std::clamp(rounded, 0, (side - 1) * kSubPixels);
  };
  const int left = place(x, image.width());
  const int top = place(y, image.height());
  const int column = left / kSubPixels;
  const int row = top / kSubPixels;
  const int alongX = left % kSubPixels;
  const int alongY = top % kSubPixels;
  const int right = std::min(column + 1, image.width() - 1);
  const auto* upper = reinterpret_cast<const QRgb*>(image.constScanLine(row));
  const auto* lower =
      reinterpret_cast<const QRgb*>(image.constScanLine(std::min(row + 1, image.height() - 1)));
  const auto mix = [&](int (*part)(QRgb)) {
    const int above = part(upper[column]) * (kSubPixels - alongX) + part(upper[right]) * alongX;
    const int below = part(lower[column]) * (kSubPixels - alongX) + part(lower[right]) * alongX;
    constexpr int kHalf = kSubPixels * kSubPixels / 2;
    return (above * (kSubPixels - alongY) + below * alongY + kHalf) / (kSubPixels * kSubPixels);
  };
  return qRgba(mix(qRed), mix(qGreen), mix(qBlue), mix(qAlpha));
}

/// The window's pixels. If the crop is smaller than the needle they are scaled down: to the crop's
/// size if the match covers its window, else to twice that, for the rotation that follows.
QImage windowPixels(const ImageView& scene, const PosedOutline& outline, const QSize& crop,
                    const QSize& needle) {
  const QRect window = windowOf(outline.match).intersected(frameOf(scene));
  if (window.isEmpty()) return {};
  QSize limit;
  if (crop != needle) {
    const double part =
        1.0 * std::max(crop.width(), crop.height()) / std::max(needle.width(), needle.height());
    const double factor = outline.fills ? part : 2 * part / outline.match.scale;
    if (factor < 1) {
      limit = QSize(static_cast<int>(std::lround(window.width() * factor)),
                    static_cast<int>(std::lround(window.height() * factor)))
                  .expandedTo(QSize(1, 1));
    }
  }
  return qImageFrom(scene.crop(window.x(), window.y(), {window.width(), window.height()}), limit)
      .convertToFormat(QImage::Format_ARGB32);
}

}  // namespace

QImage uprightCrop(const ImageView& scene, const Match& match, int most) {
  const PosedOutline outline(match);
  const QSize needle =
      match.isPosed() ? outline.needle : QSize(windowOf(match).width(), windowOf(match).height());
  const QSize size = fittedSize(needle, most);
  const QImage pixels = windowPixels(scene, outline, size, needle);
  if (outline.fills && match.angle == 0 && !match.mirrored && pixels.size() == size) return pixels;
  QImage crop(size, QImage::Format_ARGB32);
  crop.fill(Qt::transparent);
  if (pixels.isNull()) return crop;
  const QRectF window = windowOf(match).intersected(frameOf(scene));
  const QRectF inside(frameOf(scene));
  const QPointF along = outline.corners[1] - outline.corners[0];
  const QPointF down = outline.corners[3] - outline.corners[0];
  for (int y = 0; y < size.height(); ++y) {
    auto* line = reinterpret_cast<QRgb*>(crop.scanLine(y));
    for (int x = 0; x < size.width(); ++x) {
      const QPointF at = outline.corners[0] + along * ((x + 0.5) / size.width()) +
                         down * ((y + 0.5) / size.height());
      if (!inside.contains(at)) continue;
      line[x] = bilinear(pixels, (at.x() - window.x()) * pixels.width() / window.width(),
                         (at.y() - window.y()) * pixels.height() / window.height());
    }
  }
  return crop;
}

namespace {

/// Paints a match's outline over its upright crop.
void paintOutline(QImage& crop, const Match& match, const std::vector<SubPixel>& outline,
                  const QColor& colour) {
  const PosedOutline posed(match);
  const QPointF along = (posed.corners[1] - posed.corners[0]) / crop.width();
  const QPointF down = (posed.corners[3] - posed.corners[0]) / crop.height();
  const QTransform toScene(along.x(), along.y(), down.x(), down.y(), posed.corners[0].x(),
                           posed.corners[0].y());
  const QTransform toCrop = toScene.inverted();
  QPolygonF line;
  for (const SubPixel& point : outline) line << toCrop.map(QPointF(point.x, point.y));
  QPainter painter(&crop);
  painter.setRenderHint(QPainter::Antialiasing);
  for (const auto& [ink, width] : {std::pair(QColor(Qt::black), 3.0), std::pair(colour, 1.5)}) {
    painter.setPen(QPen(ink, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(line);
  }
}

}  // namespace

MatchCrops::MatchCrops(SearchResultPtr result, int side)
    : result_(std::move(result)), side_(side), pictures_(kKeptPictures) {}

QImage MatchCrops::crop(std::uint32_t index, const Match& match, const std::stop_token& stop) {
  if (!result_->pictures) {
    QImage crop = uprightCrop(result_->scene->image, match, side_);
    if (index < result_->finding.outlines.size() && !crop.isNull()) {
      paintOutline(crop, match, result_->finding.outlines[index],
                   result_->needles[match.needle].colour);
    }
    return crop;
  }
  return uprightCrop(*read(result_->pictures->fileOf(index), stop), match, side_);
}

MatchCrops::ImagePtr MatchCrops::read(const QString& file, const std::stop_token& stop) {
  if (last_ && file == lastFile_) return last_;
  if (const ImagePtr* known = pictures_.object(file)) return *known;
  ReadOptions options;
  options.stop = stop;
  auto image = std::make_shared<const Image>(readPicture(pathOf(file), options).image);
  const std::int64_t bytes = image->view().rowBytes() * image->view().height();
  pictures_.insert(file, new ImagePtr(image), static_cast<qsizetype>(bytes / 1024) + 1);
  lastFile_ = file;
  last_ = image;
  return image;
}

QImage needleCrop(const NeedleItem& needle, int most) {
  if (!needle.picture || needle.picture->image.view().empty()) return {};
  const ImageView& image = needle.picture->image;
  const QSize size = fittedSize(frameOf(image).size(), most);
  QImage crop = qImageFrom(image, size).convertToFormat(QImage::Format_ARGB32);
  if (!needle.mask || needle.mask->size() != image.size()) return crop;
  for (int y = 0; y < crop.height(); ++y) {
    auto* line = reinterpret_cast<QRgb*>(crop.scanLine(y));
    const std::uint8_t* mask = needle.mask->view().row(y * image.height() / crop.height());
    for (int x = 0; x < crop.width(); ++x) {
      if (mask[x * image.width() / crop.width()] == 0) line[x] = 0;
    }
  }
  return crop;
}

QImage differenceOf(const QImage& crop, const QImage& needle) {
  if (crop.isNull() || needle.isNull()) return {};
  const QImage other =
      crop.size() == needle.size()
          ? crop
          : crop.scaled(needle.size(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
                .convertToFormat(QImage::Format_ARGB32);
  QImage difference(needle.size(), QImage::Format_ARGB32);
  for (int y = 0; y < difference.height(); ++y) {
    const auto* a = reinterpret_cast<const QRgb*>(other.constScanLine(y));
    const auto* b = reinterpret_cast<const QRgb*>(needle.constScanLine(y));
    auto* line = reinterpret_cast<QRgb*>(difference.scanLine(y));
    for (int x = 0; x < difference.width(); ++x) {
      const auto apart = [&](int (*part)(QRgb)) {
        return std::min(kDifferenceGain * std::abs(part(a[x]) - part(b[x])), 255);
      };
      const bool both = qAlpha(a[x]) != 0 && qAlpha(b[x]) != 0;
      line[x] = both ? qRgb(apart(qRed), apart(qGreen), apart(qBlue)) : 0;
    }
  }
  return difference;
}

}  // namespace espy::desktop
