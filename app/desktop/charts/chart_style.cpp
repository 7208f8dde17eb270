// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "charts/chart_style.h"

#include <QCoreApplication>
#include <QPalette>
#include <array>
#include <cstddef>

#include "widgets/contrast.h"

namespace espy::desktop {
namespace {

// Neighbours differ in lightness and hue, for colour blindness and greyscale prints.
constexpr std::array<QRgb, 8> kColours{0xff2f7fc1, 0xffeba92a, 0xff178a72, 0xffe08fb8,
                                       0xffcf5a1e, 0xff86c8ef, 0xff7b62a8, 0xffefe06a};
constexpr std::array kPatterns{Qt::SolidPattern,  Qt::BDiagPattern,    Qt::HorPattern,
                               Qt::Dense6Pattern, Qt::FDiagPattern,    Qt::VerPattern,
                               Qt::CrossPattern,  Qt::DiagCrossPattern};

// Stages shown to users, in order of execution.
// clang-format off
constexpr std::array<std::string_view, 20> kStages{
    QT_TRANSLATE_NOOP("Stages", "load"), QT_TRANSLATE_NOOP("Stages", "prepare"),
    QT_TRANSLATE_NOOP("Stages", "upload"), QT_TRANSLATE_NOOP("Stages", "pass 1"),
    QT_TRANSLATE_NOOP("Stages", "pass 2"), QT_TRANSLATE_NOOP("Stages", "pass 3"),
    QT_TRANSLATE_NOOP("Stages", "search"), QT_TRANSLATE_NOOP("Stages", "download"),
    QT_TRANSLATE_NOOP("Stages", "select"), QT_TRANSLATE_NOOP("Stages", "order"),
    QT_TRANSLATE_NOOP("Stages", "distances"), QT_TRANSLATE_NOOP("Stages", "context"),
    QT_TRANSLATE_NOOP("Stages", "sums"), QT_TRANSLATE_NOOP("Stages", "minimum"),
    QT_TRANSLATE_NOOP("Stages", "generate"), QT_TRANSLATE_NOOP("Stages", "choose"),
    QT_TRANSLATE_NOOP("Stages", "bounds"), QT_TRANSLATE_NOOP("Stages", "paths"),
    QT_TRANSLATE_NOOP("Stages", "settle"), QT_TRANSLATE_NOOP("Stages", "channels")};
// clang-format on
constexpr std::string_view kOther = QT_TRANSLATE_NOOP("Stages", "other");
// Other stages, only listed for translation.
[[maybe_unused]] constexpr std::array kMore{
    QT_TRANSLATE_NOOP("Stages", "keep"),     QT_TRANSLATE_NOOP("Stages", "search for the best"),
    QT_TRANSLATE_NOOP("Stages", "features"), QT_TRANSLATE_NOOP("Stages", "count"),
    QT_TRANSLATE_NOOP("Stages", "verify"),   QT_TRANSLATE_NOOP("Stages", "choose")};

}  // namespace

SeriesStyle seriesStyle(int index, const QPalette& palette) {
  if (index < 0) {
    return {mixed(palette.color(QPalette::Base), palette.color(QPalette::Text), 0.3),
            Qt::SolidPattern};
  }
  const auto number = static_cast<std::size_t>(index);
  // When colours repeat, patterns differ.
  const std::size_t turn = number / kColours.size();
  return {QColor::fromRgb(kColours[number % kColours.size()]),
          kPatterns[(number + turn) % kPatterns.size()]};
}

int seriesOfStage(std::string_view stage) {
  if (stage == kOther) return -1;
  for (std::size_t i = 0; i < kStages.size(); ++i) {
    if (kStages[i] == stage) return static_cast<int>(i);
  }
  // Unknown stages: hashed to one of the remaining series.
  std::size_t sum = 0;
  for (const char letter : stage) sum = sum * 31 + static_cast<unsigned char>(letter);
  return static_cast<int>(kStages.size() + sum % 20);
}

QString stageName(const std::string& stage) {
  // Names without a translation stay as they are.
  return QCoreApplication::translate("Stages", stage.c_str());
}

QColor mixed(const QColor& a, const QColor& b, double part) {
  const auto between = [part](float from, float to) {
    return static_cast<float>(from + (to - from) * part);
  };
  return QColor::fromRgbF(between(a.redF(), b.redF()), between(a.greenF(), b.greenF()),
                          between(a.blueF(), b.blueF()));
}

void fillSeries(QPainter& painter, const QRectF& area, const SeriesStyle& style) {
  painter.fillRect(area, style.colour);
  if (style.pattern == Qt::SolidPattern) return;
  QColor ink = inkOn(style.colour);
  ink.setAlphaF(0.25F);
  painter.fillRect(area, QBrush(ink, style.pattern));
}

}  // namespace espy::desktop
