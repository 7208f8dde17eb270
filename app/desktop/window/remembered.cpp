// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/remembered.h"

#include <QLocale>
#include <QSettings>
#include <algorithm>

#include "espy/engine/pose.h"
#include "espy/error.h"
#include "results/results_view.h"
#include "window/main_window.h"
#include "window/picture_opener.h"
#include "window/picture_page.h"
#include "window/workbench.h"

namespace espy::desktop {
namespace {

template <class Number>
Number within(const QSettings& settings, const QString& key, Number least, Number most,
              Number usual) {
  bool good = false;
  const double value = settings.value(key).toDouble(&good);
  if (!good || !(value >= static_cast<double>(least)) || !(value <= static_cast<double>(most))) {
    return usual;
  }
  return static_cast<Number>(value);
}

const QString kPoses = QStringLiteral("search/poses");
const QString kVisible = QStringLiteral("visible=");
constexpr int kRangeNumbers = 6;

/// Parses stored poses; defaults if invalid.
PoseOptions posesFrom(const QSettings& s, Method method) {
  const QStringList words = s.value(kPoses).toStringList();
  PoseOptions pose;
  if (words.size() < kRangeNumbers) return pose;
  double numbers[kRangeNumbers] = {};
  for (int i = 0; i < kRangeNumbers; ++i) {
    bool good = false;
    numbers[i] = words[i].toDouble(&good);
    if (!good) return {};
  }
  pose.angle = {numbers[0], numbers[1], numbers[2]};
  pose.scale = {numbers[3], numbers[4], numbers[5]};
  pose.quarterTurns = words.contains(QStringLiteral("quarter-turns"));
  pose.flip = words.contains(QStringLiteral("flip"));
  if (words.contains(QStringLiteral("complete"))) pose.search = PoseSearch::complete;
  if (words.contains(QStringLiteral("inverted"))) pose.polarity = Polarity::any;
  for (const QString& word : words) {
    if (word.startsWith(kVisible)) pose.visible = word.mid(kVisible.size()).toDouble();
  }
  try {
    checkPoses(method, pose);
  } catch (const Error&) {
    return {};
  }
  return pose;
}

QStringList wordsOf(const PoseOptions& pose) {
  QStringList words;
  for (const double number : {pose.angle.first, pose.angle.last, pose.angle.step, pose.scale.first,
                              pose.scale.last, pose.scale.step}) {
    words += QString::number(number, 'g', QLocale::FloatingPointShortest);
  }
  if (pose.quarterTurns) words += QStringLiteral("quarter-turns");
  if (pose.flip) words += QStringLiteral("flip");
  if (pose.search == PoseSearch::complete) words += QStringLiteral("complete");
  if (pose.polarity == Polarity::any) words += QStringLiteral("inverted");
  if (pose.visible < 1) {
    words += kVisible + QString::number(pose.visible, 'g', QLocale::FloatingPointShortest);
  }
  return words;
}

SearchSettings searchFrom(const QSettings& s, const Registry& registry, SearchSettings usual) {
  const QByteArray method = s.value(QStringLiteral("search/by")).toString().toUtf8();
  const auto* named = std::find(kMethodNames.begin(), kMethodNames.end(), method.toStdString());
  if (named != kMethodNames.end()) {
    usual.method = static_cast<Method>(named - kMethodNames.begin());
  }
  usual.pose = posesFrom(s, usual.method);
  usual.tolerance = within(s, QStringLiteral("search/tolerance"), 0, 65535, usual.tolerance);
  usual.minScore = within(s, QStringLiteral("search/minimum"), -1.0, 1.0, usual.minScore);
  usual.bend = within(s, QStringLiteral("search/bend"), 0.01, 1.0, usual.bend);
  usual.select.overlap =
      within(s, QStringLiteral("search/overlap"), 0.0, 1.0, usual.select.overlap);
  usual.select.across = s.value(QStringLiteral("search/across"), usual.select.across).toBool();
  const int top = within(s, QStringLiteral("search/top"), 0, 1000000, 0);
  if (top > 0) usual.select.top = static_cast<std::uint64_t>(top);
  const QString engine = s.value(QStringLiteral("search/engine")).toString();
  if (registry.knows(engine.toStdString())) usual.engine = engine;
  usual.automatic = s.value(QStringLiteral("search/automatic"), true).toBool();
  usual.threads = within(s, QStringLiteral("search/threads"), 0, 1024, usual.threads);
  return usual;
}

MarkSettings marksFrom(const QSettings& s, MarkSettings usual) {
  usual.style = static_cast<MarkStyle>(within(s, QStringLiteral("marks/style"), 0,
                                              static_cast<int>(kMarkStyleNames.size()) - 1,
                                              static_cast<int>(usual.style)));
  usual.thickness = within(s, QStringLiteral("marks/thickness"), 1, 255, usual.thickness);
  usual.boxes = s.value(QStringLiteral("marks/boxes"), usual.boxes).toBool();
  usual.numbers = s.value(QStringLiteral("marks/numbers"), usual.numbers).toBool();
  return usual;
}

}  // namespace

void remember(MainWindow& window) {
  QSettings s;
  s.setValue(QStringLiteral("window/geometry"), window.saveGeometry());
  s.setValue(QStringLiteral("window/parts"), window.page().saveState());
  s.setValue(QStringLiteral("window/panel"), window.page().isPanelShown());
  const SearchSettings search = window.bench().settingsToStore();
  s.setValue(QStringLiteral("search/by"), QString::fromLatin1(methodName(search.method)));
  s.setValue(QStringLiteral("search/automatic"), search.automatic);
  s.setValue(kPoses, wordsOf(search.pose));
  s.setValue(QStringLiteral("search/tolerance"), search.tolerance);
  s.setValue(QStringLiteral("search/minimum"), search.minScore);
  s.setValue(QStringLiteral("search/bend"), search.bend);
  s.setValue(QStringLiteral("search/overlap"), search.select.overlap);
  s.setValue(QStringLiteral("search/across"), search.select.across);
  s.setValue(QStringLiteral("search/top"), static_cast<int>(search.select.top.value_or(0)));
  s.setValue(QStringLiteral("search/engine"), search.engine);
  s.setValue(QStringLiteral("search/threads"), search.threads);
  const MarkSettings& marks = window.bench().markSettings();
  s.setValue(QStringLiteral("marks/style"), static_cast<int>(marks.style));
  s.setValue(QStringLiteral("marks/thickness"), marks.thickness);
  s.setValue(QStringLiteral("marks/boxes"), marks.boxes);
  s.setValue(QStringLiteral("marks/numbers"), marks.numbers);
  s.setValue(QStringLiteral("view/sheet"), window.page().results().isSheetShown());
  s.setValue(QStringLiteral("view/minimap"), window.actions().at(ActionId::minimap)->isChecked());
  s.setValue(QStringLiteral("files/recent"), window.opener().recent());
}

void recall(MainWindow& window) {
  const QSettings s;
  window.restoreGeometry(s.value(QStringLiteral("window/geometry")).toByteArray());
  window.page().restoreState(s.value(QStringLiteral("window/parts")).toByteArray());
  const bool panel = s.value(QStringLiteral("window/panel"), true).toBool();
  window.actions().at(ActionId::sidePanel)->setChecked(panel);
  window.page().setPanelShown(panel);
  Workbench& bench = window.bench();
  bench.recallSettings(searchFrom(s, bench.registry(), bench.settings()));
  bench.setMarkSettings(marksFrom(s, bench.markSettings()));
  QAction* minimap = window.actions().at(ActionId::minimap);
  if (s.value(QStringLiteral("view/minimap"), true).toBool() != minimap->isChecked()) {
    minimap->trigger();
  }
  window.page().results().setSheetShown(s.value(QStringLiteral("view/sheet"), false).toBool());
  window.opener().setRecent(s.value(QStringLiteral("files/recent")).toStringList());
}

}  // namespace espy::desktop
