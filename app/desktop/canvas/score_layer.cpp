// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/score_layer.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLocale>
#include <algorithm>
#include <cmath>
#include <utility>

#include "canvas/legend.h"

namespace espy::desktop {
namespace {

constexpr int kAlpha = 176;  // of 255: the picture stays visible

/// Translation context of this file.
struct ScoreWords {
  Q_DECLARE_TR_FUNCTIONS(ScoreMap)
};

/// A colour in OKLab, a perceptually uniform space.
struct Lab {
  double light;
  double a;
  double b;
};

QRgb rgbOf(const Lab& lab) {
  const auto cubed = [](double x) { return x * x * x; };
  const double l = cubed(lab.light + 0.3963377774 * lab.a + 0.2158037573 * lab.b);
  const double m = cubed(lab.light - 0.1055613458 * lab.a - 0.0638541728 * lab.b);
  const double s = cubed(lab.light - 0.0894841775 * lab.a - 1.2914855480 * lab.b);
  const auto sample = [](double linear) {
    const double x = std::clamp(linear, 0.0, 1.0);
    const double shown = x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1 / 2.4) - 0.055;
    return static_cast<int>(std::lround(shown * 255));
  };
  return qRgb(sample(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
              sample(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
              sample(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s));
}

const std::array<QRgb, ScorePlane::kMost + 1>& translucentColours() {
  static const auto kColours = [] {
    std::array<QRgb, ScorePlane::kMost + 1> colours{};
    for (std::size_t i = 0; i < colours.size(); ++i) {
      const QRgb c = scoreColours().at(i);
      colours.at(i) = qPremultiply(qRgba(qRed(c), qGreen(c), qBlue(c), kAlpha));
    }
    return colours;
  }();
  return kColours;
}

}  // namespace

const std::array<QRgb, ScorePlane::kMost + 1>& scoreColours() {
  static const auto kColours = [] {
    constexpr Lab kNone{0.26, -0.01, -0.09};
    constexpr Lab kFull{0.95, -0.03, 0.17};
    std::array<QRgb, ScorePlane::kMost + 1> colours{};
    for (std::size_t i = 0; i < colours.size(); ++i) {
      const double part = static_cast<double>(i) / ScorePlane::kMost;
      const auto between = [part](double from, double to) { return from + part * (to - from); };
      colours.at(i) = rgbOf({between(kNone.light, kFull.light), between(kNone.a, kFull.a),
                             between(kNone.b, kFull.b)});
    }
    return colours;
  }();
  return kColours;
}

void ScoreLayer::setPlane(ScorePlanePtr plane) {
  plane_ = std::move(plane);
  fresh_ = false;
}

const QImage& ScoreLayer::image(const DeviceMap& map) {
  if (fresh_ && map == map_) return image_;
  map_ = map;
  fresh_ = true;
  if (image_.size() != QSize(map.width, map.height)) {
    image_ = QImage(map.width, map.height, QImage::Format_ARGB32_Premultiplied);
  }
  if (image_.isNull() || !plane_) return image_;
  image_.setDevicePixelRatio(map.ratio);
  // The finest level whose cells cover at least one device pixel.
  std::size_t level = 0;
  while (level + 1 < plane_->levels.size() &&
         map.scale * std::exp2(static_cast<double>(level) + plane_->first) < 1) {
    ++level;
  }
  const ScorePlane::Level& shown = plane_->levels[level];
  const int shift = static_cast<int>(level) + plane_->first;
  const auto placed = [shift](std::int64_t pixel, int origin, int count) {
    const std::int64_t place = pixel - origin;
    return place < 0 || place >> shift >= count ? -1 : static_cast<int>(place >> shift);
  };
  columns_.resize(static_cast<std::size_t>(map.width));
  for (int x = 0; x < map.width; ++x) {
    columns_[static_cast<std::size_t>(x)] =
        placed(map.pictureX(x), plane_->origin.x(), shown.size.width());
  }
  const auto& colours = translucentColours();
  uchar* bits = image_.bits();
  int before = -2;
  for (int y = 0; y < map.height; ++y) {
    auto* to = reinterpret_cast<QRgb*>(bits + y * image_.bytesPerLine());
    const int line = placed(map.pictureY(y), plane_->origin.y(), shown.size.height());
    if (line == before) {
      const auto* above = reinterpret_cast<const QRgb*>(bits + (y - 1) * image_.bytesPerLine());
      std::copy_n(above, map.width, to);
    } else if (line < 0) {
      std::fill_n(to, map.width, QRgb{0});
    } else {
      for (int x = 0; x < map.width; ++x) {
        const int column = columns_[static_cast<std::size_t>(x)];
        to[x] = column < 0 ? 0 : colours[shown.at(column, line)];
      }
    }
    before = line;
  }
  return image_;
}

void paintScoreLegend(QPainter& painter, const QRect& widget, const QRect& taken,
                      const QPalette& palette, const QString& needle, bool awaited) {
  constexpr double kAround = 10;
  constexpr double kBar = 12;
  constexpr double kLength = 180;
  const QFontMetricsF metrics(painter.font());
  const QString words = awaited ? ScoreWords::tr("Computing the scores of %1...").arg(needle)
                                : ScoreWords::tr("Scores of %1, at its centre").arg(needle);
  const QString title = metrics.elidedText(words, Qt::ElideRight, 2 * kLength);
  const double width = std::max(metrics.horizontalAdvance(title), kLength);
  const double line = metrics.height() + 2;
  const QRectF box =
      legendPlace({width + 2 * kAround, 2 * line + kBar + 2 * kAround}, widget, taken);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(palette.color(QPalette::Mid));
  painter.setBrush(palette.color(QPalette::Base));
  painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
  painter.setRenderHint(QPainter::Antialiasing, false);
  const QRectF inside = box.adjusted(kAround, kAround, -kAround, -kAround);
  painter.setPen(palette.color(QPalette::Text));
  painter.drawText(QRectF(inside.topLeft(), QSizeF(width, line)), Qt::AlignVCenter, title);
  const QRectF bar(inside.left(), inside.top() + line, width, kBar);
  QLinearGradient gradient(bar.topLeft(), bar.topRight());
  for (int i = 0; i <= 16; ++i) {
    const double part = i / 16.0;
    gradient.setColorAt(part, QColor::fromRgb(scoreColours().at(static_cast<std::size_t>(
                                  std::lround(part * ScorePlane::kMost)))));
  }
  painter.fillRect(bar, gradient);
  const QLocale locale;
  const QRectF numbers(inside.left(), bar.bottom(), width, line);
  painter.drawText(numbers, Qt::AlignLeft | Qt::AlignVCenter, locale.toString(0));
  painter.drawText(numbers, Qt::AlignHCenter | Qt::AlignVCenter, locale.toString(0.5));
  painter.drawText(numbers, Qt::AlignRight | Qt::AlignVCenter, locale.toString(1));
  painter.setBrush(Qt::NoBrush);
}

}  // namespace espy::desktop
