// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Automatic settings: the kinds of matches, the one that is shown, its minimum score, the chips.
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "canvas/canvas.h"
#include "desktop/pose_stage.h"
#include "desktop/window_tests.h"
#include "model/score_gap.h"
#include "options/options_panel.h"
#include "results/minimum_slider.h"
#include "window/variant_bar.h"
#include "window/workbench.h"

namespace espy::desktop {
namespace {

std::vector<Match> matchesOf(std::initializer_list<double> scores) {
  std::vector<Match> matches;
  for (const double score : scores) matches.emplace_back().score = score;
  return matches;
}

}  // namespace

class ExplorerTest : public PoseStage {
  Q_OBJECT

 private slots:
  void aGapSeparatesTwoGroups();
  void theFirstKindThatFindsMoreIsShown();
  void similarOnesGetTheirOwnMinimum();
  void turnedOnesAreShownIfNothingElseIs();
  void aChipShowsItsKind();
  void aCutThatIsAloneIsReported();
  void aMethodEndsTheMode();
  void theExplorerStops();

 private:
  void explore(const QImage& scene, const QRect& cut);
  QRect needleAt(QPoint place) const { return {place, needlePixels().size()}; }
  std::size_t shown() { return bench().matches().shown().size(); }
  QToolButton* chip(const QString& text);
};

void ExplorerTest::explore(const QImage& scene, const QRect& cut) {
  SearchSettings settings = bench().settings();
  settings.automatic = true;
  bench().setSettings(settings);
  bench().setScene(pictureOf(scene, "scene"));
  QSignalSpy ended(&bench().explorer(), &Explorer::ended);
  bench().cut(cut);
  QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 2 * kPatience);
}

QToolButton* ExplorerTest::chip(const QString& text) {
  for (auto* button : window_->findChild<VariantBar*>()->findChildren<QToolButton*>()) {
    if (button->isVisible() && button->text() == text) return button;
  }
  return nullptr;
}

void ExplorerTest::aGapSeparatesTwoGroups() {
  // Badges of a game: true ones reach 0.955, clutter 0.742.
  const std::vector<Match> badges =
      matchesOf({1, 0.98, 0.97, 0.955, 0.742, 0.74, 0.7, 0.68, 0.6, 0.55});
  QCOMPARE(separatingScore(badges, 1).value_or(0), 0.85);
  // Distances of heartbeats.
  const std::vector<double> beats{0.9, 1.1, 1.2, 1.6, 9.7, 10.2, 11};
  QCOMPARE(gapOf(beats, 0.1).value_or(0), std::size_t{4});
  // The original is no evidence: without it, clutter is one group.
  QVERIFY(!separatingScore(matchesOf({1, 0.6, 0.58, 0.5, 0.45}), 1));
  QVERIFY(separatingScore(matchesOf({1, 0.6, 0.58, 0.5, 0.45}), 0).has_value());
  // Evenly spread, too few, or hardly apart.
  QVERIFY(!separatingScore(matchesOf({0.9, 0.85, 0.8, 0.74, 0.66, 0.55, 0.4}), 0));
  QVERIFY(!separatingScore(matchesOf({0.9}), 0));
  QVERIFY(!separatingScore({}, 0));
  QVERIFY(!separatingScore(matchesOf({0.999, 0.96}), 0));
}

void ExplorerTest::theFirstKindThatFindsMoreIsShown() {
  explore(sceneOf({{{20, 20}, 0}, {{150, 20}, 0}, {{150, 100}, 0.3}}), needleAt({20, 20}));
  QCOMPARE(bench().settings().method, Method::exact);
  QCOMPARE(shown(), std::size_t{2});
  QVERIFY(chip(QStringLiteral("2 identical")) != nullptr);
  QVERIFY(chip(QStringLiteral("2 identical"))->isChecked());
  QVERIFY(chip(QStringLiteral("3 similar")) != nullptr);
  QVERIFY(chip(QStringLiteral("none turned")) != nullptr);
  QVERIFY(!chip(QStringLiteral("none turned"))->isEnabled());
  QVERIFY(!window_->notice().isVisible());
}

void ExplorerTest::similarOnesGetTheirOwnMinimum() {
  explore(sceneOf({{{20, 20}, 0}, {{150, 20}, 0.2}, {{150, 100}, 0.25}, {{20, 100}, 0.65}}),
          needleAt({20, 20}));
  QCOMPARE(bench().settings().method, Method::zncc);
  QCOMPARE(shown(), std::size_t{3});
  const SearchResultPtr result = bench().matches().result();
  QVERIFY(result->finding.matches.size() > 3);
  const double minimum = bench().settings().minScore;
  QVERIFY(minimum > result->finding.matches[3].score);
  QVERIFY(minimum <= result->finding.matches[2].score);
  QCOMPARE(window_->canvas().ghosts().size(),
           std::min<std::size_t>(result->finding.matches.size() - 3, 200));
  // Downwards, too, the slider only filters.
  QSignalSpy started(&bench().search(), &SearchController::started);
  bench().setMinimum(result->finding.matches[3].score - 0.01);
  QVERIFY(shown() > 3);
  QCOMPARE(started.count(), 0);
  QCOMPARE(bench().matches().result(), result);
  // Another needle starts with identical matches.
  bench().keepCut();
  bench().removeNeedle(bench().tray().items().front().id);
  bench().cut(needleAt({150, 100}));
  QCOMPARE(bench().settings().method, Method::exact);
}

void ExplorerTest::turnedOnesAreShownIfNothingElseIs() {
  QImage scene = sceneOf({{{20, 20}, 0}});
  put(scene, turnedPixels(), 150, 60);
  explore(scene, needleAt({20, 20}));
  QCOMPARE(kindOf(bench().settings()), VariantKind::turned);
  QCOMPARE(shown(), std::size_t{2});
  QVERIFY(chip(QStringLiteral("1 turned")) != nullptr);
  QVERIFY(chip(QStringLiteral("1 turned"))->isChecked());
  QVERIFY(!bench().undo().undoText().contains(QStringLiteral("option")));  // only the cut
}

void ExplorerTest::aChipShowsItsKind() {
  explore(sceneOf({{{20, 20}, 0}, {{150, 20}, 0}, {{150, 100}, 0.3}}), needleAt({20, 20}));
  QSignalSpy started(&bench().search(), &SearchController::started);
  chip(QStringLiteral("3 similar"))->click();
  QCOMPARE(bench().settings().method, Method::zncc);
  QCOMPARE(shown(), std::size_t{3});
  QVERIFY(bench().settings().automatic);
  chip(QStringLiteral("2 identical"))->click();
  QCOMPARE(shown(), std::size_t{2});
  QCOMPARE(started.count(), 0);
}

void ExplorerTest::aCutThatIsAloneIsReported() {
  explore(sceneOf({{{20, 20}, 0}, {{150, 100}, 0.75}}), needleAt({20, 20}));
  QCOMPARE(shown(), std::size_t{1});
  QVERIFY2(window_->notice().text().contains(QStringLiteral("Only the original")),
           qPrintable(window_->notice().text()));
  offer("Accept this match")->click();
  QCOMPARE(shown(), std::size_t{2});
}

void ExplorerTest::aMethodEndsTheMode() {
  explore(sceneOf({{{20, 20}, 0}, {{150, 20}, 0}}), needleAt({20, 20}));
  QVERIFY(window_->findChild<VariantBar*>()->isVisible());
  named<QAbstractButton>("Similar")->click();
  QVERIFY(!bench().settings().automatic);
  QVERIFY(!window_->findChild<VariantBar*>()->isVisible());
  awaitSearch();
  bench().undo().undo();
  QVERIFY(bench().settings().automatic);
  QCOMPARE(bench().settings().method, Method::exact);
}

void ExplorerTest::theExplorerStops() {
  SearchSettings settings = bench().settings();
  settings.automatic = true;
  bench().setSettings(settings);
  bench().setScene(pictureOf(blocks(400, 300, 3, 1), "scene"));
  QSignalSpy ended(&bench().explorer(), &Explorer::ended);
  bench().cut({20, 20, 40, 40});
  QTRY_VERIFY_WITH_TIMEOUT(bench().explorer().running(), kPatience);
  bench().explorer().stop();
  QVERIFY(!bench().explorer().running());
  QTest::qWait(50);
  QCOMPARE(ended.count(), 0);
  bench().removeNeedle(bench().cutId());  // clears what was found
  QVERIFY(bench().explorer().found().empty());
}

ESPY_WINDOW_TEST(explorer, ExplorerTest);

}  // namespace espy::desktop

#include "explorer_test.moc"
