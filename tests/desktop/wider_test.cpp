// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Searches after an empty result: other sizes and angles, needles at the border, and the limits of
// poses.
#include <QAbstractButton>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QSignalSpy>
#include <QTest>
#include <atomic>

#include "desktop/pose_stage.h"
#include "desktop/window_tests.h"
#include "search/search_controller.h"
#include "widgets/notice_bar.h"
#include "window/workbench.h"

namespace espy::desktop {
namespace {

/// A workbench whose engine searches poses until it is stopped.
struct EndlessBench {
  EndlessBench() {
    registry.addEngine({"endless", true, "never ends", "never ends"});
    registry.add<FindScored>(
        "endless",
        [](const Scene& /*scene*/, std::span<const Needle> /*needles*/,
           const ScoreOptions& /*options*/, const Control& /*control*/, RunReport& report) {
          report.engine = "endless";
          return ScoredPlaces{};
        });
    registry.add<FindPosed>(
        "endless", [this](const Scene& /*scene*/, std::span<const Needle> /*needles*/,
                          std::span<const PoseGrid> /*grids*/, const ScoreOptions& /*options*/,
                          PoseSearch /*search*/, const Control& control, RunReport& /*report*/) {
          ++begun;
          for (;;) {
            control.check();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
          }
          return PosedPlaces{};
        });
  }

  std::atomic<int> begun = 0;
  Registry registry = makeRegistry();
};

/// A workbench during a wider search on that engine, after an empty result.
struct BusyBench : EndlessBench {
  BusyBench() {
    SearchSettings settings = zncc();
    settings.engine = QStringLiteral("endless");
    bench.setSettings(settings);
    bench.setScene(pictureOf(blocks(200, 100, 5, 1), "scene"));
    bench.addNeedle(pictureOf(needlePixels(), "part"));
    if (!QTest::qWaitFor([this] { return bench.matches().result() != nullptr; }, kPatience)) return;
    before = bench.matches().result();
    bench.searchWider();
    busy = QTest::qWaitFor([this] { return begun == 1; }, kPatience);
  }

  Workbench bench{registry};
  QSignalSpy searched{&bench, &Workbench::searchedWider};
  SearchResultPtr before;
  bool busy = false;
};

}  // namespace

class WiderTest : public PoseStage {
  Q_OBJECT

 private slots:
  void otherSizesAreOfferedAndFound();
  void otherSizesAreNotFoundEither();
  void otherSizesEndByThemselves();
  void otherSizesCanBeCancelled();
  void aChangeIsAnsweredInsteadOfOtherSizes();
  void needlesMayHangOverTheBorder();
  void aNeedleLargerThanThePictureIsFoundSmaller();
  void tooManyPosesAreReported();
};

void WiderTest::otherSizesAreOfferedAndFound() {
  QImage scene(300, 200, QImage::Format_RGB32);
  scene.fill(QColor(120, 130, 140));
  put(scene, halfPixels(turnedPixels()), 150, 60);
  searchFor(scene, needlePixels(), zncc());
  QCOMPARE(matches(), std::size_t{0});
  bench().setMostWider({});  // no time limit, for slow machines
  QAbstractButton* other = offer("Other sizes and angles");
  QVERIFY(other != nullptr);
  other->click();
  QVERIFY(bench().isSearchingWider());
  QTRY_COMPARE_WITH_TIMEOUT(matches(), std::size_t{1}, kPatience);
  const QString message = window_->notice().text();
  QVERIFY2(message.contains(QStringLiteral("turned by 90°")) &&
               message.contains(QStringLiteral("at 0.5 of the size")),
           qPrintable(message));
  QVERIFY(bench().settings().pose == posesOf(PoseChoice::anglesAndSizes));
  QCOMPARE(form().choice().currentData().toInt(), static_cast<int>(PoseChoice::anglesAndSizes));
  QVERIFY(!bench().search().running() && !bench().isStale());  // no new search
  bench().undo().undo();
  QVERIFY(!bench().settings().pose.isAsked());
  QTRY_COMPARE_WITH_TIMEOUT(matches(), std::size_t{0}, kPatience);
}

void WiderTest::otherSizesAreNotFoundEither() {
  QImage scene(90, 70, QImage::Format_RGB32);
  scene.fill(QColor(120, 130, 140));
  put(scene, blocks(60, 40, 10, 99), 10, 10);
  searchFor(scene, needlePixels(), zncc());
  bench().setMostWider({});
  QVERIFY(offer("Other sizes and angles") != nullptr);
  const QSignalSpy searched(&bench(), &Workbench::searchedWider);
  offer("Other sizes and angles")->click();
  QTRY_COMPARE_WITH_TIMEOUT(searched.count(), 1, kPatience);
  QVERIFY(window_->notice().text().contains(QStringLiteral("either")));
  QVERIFY(!bench().settings().pose.isAsked());
  QVERIFY(!bench().isStale());
  QVERIFY(bench().matches().result() != nullptr);
  QCOMPARE(bench().undo().canUndo(), true);
}

void WiderTest::otherSizesEndByThemselves() {
  EndlessBench endless;
  SearchController search(endless.registry);
  SearchSettings settings = zncc();
  settings.engine = QStringLiteral("endless");
  NeedleItem item;
  item.picture = pictureOf(needlePixels(), "part");
  const PicturePtr scene = pictureOf(blocks(200, 100, 5, 1), "scene");
  const QSignalSpy finished(&search, &SearchController::finished);
  search.start({scene, {item}, settings, widerThan(settings), std::chrono::milliseconds(30)});
  QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kPatience);
  const auto result = finished[0][0].value<SearchResultPtr>();
  QVERIFY(result->wider && result->gaveUp);
  QVERIFY(result->finding.matches.empty());
  QVERIFY(!search.running());
  QCOMPARE(endless.begun.load(), 1);
}

void WiderTest::otherSizesCanBeCancelled() {
  BusyBench busy;
  QVERIFY(busy.busy);
  Workbench& bench = busy.bench;
  bench.search().cancel();
  QVERIFY(!bench.search().running() && !bench.isSearchingWider());
  QCOMPARE(bench.matches().result(), busy.before);  // unchanged and not stale
  QVERIFY(!bench.isStale() && bench.canSearchWider());
  QCOMPARE(busy.searched.count(), 0);
}

void WiderTest::aChangeIsAnsweredInsteadOfOtherSizes() {
  BusyBench busy;
  QVERIFY(busy.busy);
  Workbench& bench = busy.bench;
  bench.addNeedle(pictureOf(turnedPixels(), "other"));
  QVERIFY(!bench.isSearchingWider());
  QTRY_VERIFY_WITH_TIMEOUT(bench.matches().result() && bench.matches().result() != busy.before,
                           kPatience);
  QCOMPARE(bench.matches().result()->needles.size(), std::size_t{2});
  QVERIFY(!bench.matches().result()->wider);
  QCOMPARE(busy.searched.count(), 0);
}

void WiderTest::needlesMayHangOverTheBorder() {
  QImage scene = blocks(300, 200, 5, 1);
  put(scene, needlePixels().copy(18, 0, 30, 32), 0, 60);
  searchFor(scene, needlePixels(), zncc());
  QCOMPARE(matches(), std::size_t{0});
  auto* border = named<QDoubleSpinBox>("At the border");
  QVERIFY(border != nullptr && border->isEnabled());
  QCOMPARE(border->value(), 100);
  border->setValue(60);
  QCOMPARE(bench().settings().pose.visible, 0.6);
  awaitSearch();
  QTRY_COMPARE_WITH_TIMEOUT(matches(), std::size_t{1}, kPatience);
  QCOMPARE(bench().matches().result()->finding.matches[0].width, 30U);
  // The choice of poses does not change it.
  QCOMPARE(form().choice().currentData().toInt(), static_cast<int>(PoseChoice::off));
  choose(PoseChoice::symmetries);
  QCOMPARE(bench().settings().pose.visible, 0.6);
  choose(PoseChoice::own);
  named<QAbstractButton>("Mirrored, too")->click();
  QCOMPARE(bench().settings().pose.visible, 0.6);
  border->setValue(50);
  QCOMPARE(form().choice().currentData().toInt(), static_cast<int>(PoseChoice::own));
  QCOMPARE(posesText(bench().settings().pose),
           QStringLiteral("quarter turns, at least 50 % inside the picture"));
  for (const SearchSettings& wider : widerThan(bench().settings())) {
    QCOMPARE(wider.pose.visible, 0.5);
  }
  // It is stored; values with more digits than the field shows are kept.
  SearchSettings settings = zncc();
  settings.pose.visible = 0.123456;
  bench().setSettings(settings);
  named<QAbstractButton>("Between different needles too")->click();
  QCOMPARE(bench().settings().pose.visible, 0.123456);
  awaitSearch();
  window_->hide();  // no question about needles
  window_->close();
  window_ = std::make_unique<MainWindow>(registry_);
  QCOMPARE(bench().settings().pose.visible, 0.123456);
  // An identical search has no partial windows.
  named<QAbstractButton>("Identical")->click();
  QCOMPARE(bench().settings().pose.visible, 1);
  QVERIFY(!named<QDoubleSpinBox>("At the border")->isEnabled());
}

void WiderTest::aNeedleLargerThanThePictureIsFoundSmaller() {
  QImage scene = blocks(60, 50, 5, 4);
  put(scene, halfPixels(blocks(80, 72, 8, 21)), 8, 6);
  SearchSettings settings = zncc();
  searchFor(scene, blocks(80, 72, 8, 21), settings);
  QCOMPARE(bench().matches().result()->leftOut.size(), std::size_t{1});
  PoseOptions pose;
  pose.scale = {0.5, 0.5, 0};
  bench().setSettings(zncc(pose));
  awaitSearch();
  QTRY_COMPARE_WITH_TIMEOUT(matches(), std::size_t{1}, kPatience);
  QVERIFY(bench().matches().result()->leftOut.empty());
  QCOMPARE(bench().matches().result()->finding.matches[0].x, 8U);
}

void WiderTest::tooManyPosesAreReported() {
  searchFor(blocks(100, 80, 5, 4), needlePixels(), zncc());
  PoseOptions pose;
  pose.angle = {-180, 180, 0.0001};
  pose.scale = {0.5, 2, 0.001};
  bench().setSettings(zncc(pose));
  awaitSearch();
  QTRY_VERIFY_WITH_TIMEOUT(window_->notice().text().contains(QStringLiteral("poses")), kPatience);
  // Invalid ranges are reported as such, not per needle.
  pose.angle = {5, -5, 0};
  bench().setSettings(zncc(pose));
  QTRY_VERIFY_WITH_TIMEOUT(window_->notice().text().contains(QStringLiteral("there are no angles")),
                           kPatience);
  QVERIFY(!window_->notice().text().contains(QStringLiteral("skipped")));
}

ESPY_WINDOW_TEST(wider, WiderTest);

}  // namespace espy::desktop
#include "wider_test.moc"
