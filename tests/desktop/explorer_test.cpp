// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Automatic settings: the kinds of matches, the one that is shown, its minimum score, the chips.
#include <QElapsedTimer>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "canvas/canvas.h"
#include "desktop/pose_stage.h"
#include "desktop/window_tests.h"
#include "model/score_gap.h"
#include "options/options_panel.h"
#include "results/minimum_slider.h"
#include "results/results_view.h"
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
  void anythingMayHappenMeanwhile_data();
  void anythingMayHappenMeanwhile();
  void anEndInTheMiddle();
  void poseSearchesOfThousandsOfNeedlesAreNotBegun();
  void escapeStopsTheExplorer();
  void removedMatchesAreNotWeaker();

 private:
  /// Searches for all kinds of the cut's matches; begin() does not wait until it ends.
  void explore(const QImage& scene, const QRect& cut);
  void begin(const QImage& scene, const QRect& cut);
  QRect needleAt(QPoint place) const { return {place, needlePixels().size()}; }
  std::size_t shown() { return bench().matches().shown().size(); }
  QToolButton* chip(const QString& text);
};

void ExplorerTest::begin(const QImage& scene, const QRect& cut) {
  SearchSettings settings = bench().settings();
  settings.automatic = true;
  bench().setSettings(settings);
  bench().setScene(pictureOf(scene, "scene"));
  bench().explorer().stretchLimits(30);
  bench().cut(cut);
}

void ExplorerTest::explore(const QImage& scene, const QRect& cut) {
  begin(scene, cut);
  const QSignalSpy ended(&bench().explorer(), &Explorer::ended);
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

void ExplorerTest::poseSearchesOfThousandsOfNeedlesAreNotBegun() {
  const QImage scene = blocks(80, 60, 5, 3);
  Project project;
  project.scene = pictureOf(scene, "scene");
  project.search = bench().settings();
  project.search.automatic = true;
  for (int i = 0; i < 1001; ++i) {
    NeedleItem item;
    item.name = QString::number(i);
    item.picture = pictureOf(scene.copy(i % 70, i / 70, 8, 8), "part");
    project.needles.push_back(std::move(item));
  }
  bench().explorer().stretchLimits(30);
  QSignalSpy ended(&bench().explorer(), &Explorer::ended);
  bench().setProject(std::move(project));
  QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 2 * kPatience);
  QVERIFY(bench().explorer().found(VariantKind::similar)->result != nullptr);
  for (const char* name : {"turned", "other sizes", "mirrored"}) {
    QToolButton* one = chip(QStringLiteral("%1: not finished").arg(QLatin1String(name)));
    QVERIFY2(one != nullptr && !one->isEnabled(), name);
  }
  QCOMPARE(bench().explorer().found().size(), std::size(kVariantKinds));
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

void ExplorerTest::anythingMayHappenMeanwhile_data() {
  QTest::addColumn<int>("seed");
  for (int seed = 1; seed <= 8; ++seed) QTest::addRow("%d", seed) << seed;
}

void ExplorerTest::anythingMayHappenMeanwhile() {
  QFETCH(const int, seed);
  test::Random random(static_cast<std::uint64_t>(seed));
  SearchSettings settings = bench().settings();
  settings.automatic = true;
  bench().setSettings(settings);
  const PicturePtr scenes[] = {pictureOf(sceneOf({{{20, 20}, 0}, {{150, 20}, 0.2}}), "one"),
                               pictureOf(blocks(400, 300, 3, 1), "two")};
  bench().setScene(scenes[0]);
  const auto number = [&random](int below) {
    return static_cast<int>(random.below(static_cast<std::uint64_t>(below)));
  };
  for (int step = 0; step < 60; ++step) {
    const auto chips = window_->findChild<VariantBar*>()->findChildren<QToolButton*>();
    const int cutId = bench().cutId();
    switch (number(12)) {
      case 0:
        bench().setScene(scenes[number(2)]);
        break;
      case 1:
        bench().undo().undo();
        break;
      case 2:
        bench().undo().redo();
        break;
      case 3:
        bench().setMinimum(0.01 * number(100));
        break;
      case 4:
        if (!chips.isEmpty()) chips[number(static_cast<int>(chips.size()))]->click();
        break;
      case 5:
        bench().explorer().stop();
        break;
      case 6:
        if (cutId != 0) bench().keepCut();
        break;
      case 7:
        if (bench().tray().rowCount() > 0) bench().removeNeedle(bench().tray().items()[0].id);
        break;
      case 8:
        settings = bench().settings();
        settings.automatic = !settings.automatic;
        bench().setSettings(settings);
        break;
      default:
        bench().cut({number(200), number(120), 8 + number(60), 8 + number(60)});
    }
    QTest::qWait(number(20));
  }
  // What follows is what a new window would do.
  bench().startOver();
  begin(sceneOf({{{20, 20}, 0}, {{150, 20}, 0}, {{150, 100}, 0.3}}), needleAt({20, 20}));
  QTRY_VERIFY_WITH_TIMEOUT(chip(QStringLiteral("3 similar")) != nullptr, kPatience);
  QCOMPARE(bench().settings().method, Method::exact);
  QCOMPARE(shown(), std::size_t{2});
}

void ExplorerTest::anEndInTheMiddle() {
  SearchSettings settings = bench().settings();
  settings.automatic = true;
  bench().setSettings(settings);
  bench().setScene(pictureOf(blocks(1200, 900, 3, 1), "scene"));
  bench().cut({20, 20, 60, 60});
  QTRY_VERIFY_WITH_TIMEOUT(bench().explorer().running(), kPatience);
  QElapsedTimer clock;
  clock.start();
  window_.reset();
  QVERIFY2(clock.elapsed() < kPatience, qPrintable(QString::number(clock.elapsed())));
}

void ExplorerTest::escapeStopsTheExplorer() {
  SearchSettings settings = bench().settings();
  settings.automatic = true;
  bench().setSettings(settings);
  bench().setScene(pictureOf(blocks(800, 600, 3, 1), "scene"));
  QSignalSpy ended(&bench().explorer(), &Explorer::ended);
  bench().cut({20, 20, 40, 40});
  QTRY_VERIFY_WITH_TIMEOUT(bench().explorer().running(), kPatience);
  QTest::keyClick(window_.get(), Qt::Key_Escape);
  QVERIFY(!bench().explorer().running());
  QCOMPARE(ended.count(), 0);
  QVERIFY(bench().cutId() != 0);  // the rectangle stays
}

void ExplorerTest::removedMatchesAreNotWeaker() {
  explore(sceneOf({{{20, 20}, 0}, {{150, 20}, 0.2}, {{150, 100}, 0.25}, {{20, 100}, 0.65}}),
          needleAt({20, 20}));
  const auto weaker = [this] {
    return window_->findChild<VariantBar*>()->findChild<QLabel*>()->text();
  };
  const auto words = [](std::size_t count) {
    return QStringLiteral("%1 weaker hidden").arg(count);
  };
  const std::vector<Match>& matches = bench().matches().result()->finding.matches;
  const std::size_t few = std::min<std::size_t>(matches.size() - 3, 50);  // not all are drawn
  bench().setMinimum(matches[matches.size() - few].score);
  const std::size_t hidden = matches.size() - shown();
  QVERIFY(hidden > 1);
  QCOMPARE(weaker(), words(hidden));
  QCOMPARE(window_->canvas().ghosts().size(), hidden);
  // Below the minimum the rows stay the same.
  const std::vector<std::uint32_t> one{static_cast<std::uint32_t>(shown())};
  bench().matches().setRemoved(one, true);
  QCOMPARE(weaker(), words(hidden - 1));
  QCOMPARE(window_->canvas().ghosts().size(), hidden - 1);
  bench().matches().setRemoved(one, false);
  QCOMPARE(window_->canvas().ghosts().size(), hidden);
  // What overlaps better matches is no weaker match.
  window_->results().setSheetShown(true);
  QTRY_VERIFY_WITH_TIMEOUT(bench().matches().covered(), kPatience);
  bench().matches().setCoveredShown(true);
  QCOMPARE(weaker(), words(hidden));
}

ESPY_WINDOW_TEST(explorer, ExplorerTest);

}  // namespace espy::desktop

#include "explorer_test.moc"
