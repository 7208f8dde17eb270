// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>
#include <cmath>

#include "demo/race_legend.h"
#include "demo/race_plan.h"
#include "demo/race_view.h"
#include "demo/race_window.h"
#include "desktop/window_tests.h"
#include "espy/engine/all.h"
#include "timing_data.h"

namespace espy::desktop {
namespace {

PicturePtr whiteScene() {
  auto scene = std::make_shared<Picture>();
  scene->image = Image({400, 200}, {3, Depth::u8});
  const MutableImageView pixels = scene->image.pixels();
  for (std::int64_t y = 0; y < pixels.height(); ++y) {
    std::fill_n(pixels.row(y), pixels.rowBytes(), std::uint8_t{255});
  }
  return scene;
}

/// Waits for the thumbnails.
void settle() {
  QCoreApplication::processEvents();
  QCoreApplication::processEvents();
}

/// Colour of a lane's thumbnail at a relative position.
QColor colourAt(RaceLane& lane, const QPointF& part) {
  const QRect frame = lane.pictureRect();
  const QSizeF size = QSizeF(400, 200).scaled(QSizeF(frame.size()), Qt::KeepAspectRatio);
  QRectF place(QPointF(0, 0), size);
  place.moveCenter(QRectF(frame).center());
  const QPointF at = place.topLeft() + QPointF(part.x() * size.width(), part.y() * size.height());
  return lane.grab().toImage().pixelColor(at.toPoint());
}

}  // namespace

class RaceTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    QCoreApplication::setOrganizationName(QStringLiteral("espy-test"));
    QCoreApplication::setApplicationName(QStringLiteral("race"));
    QSettings().clear();
  }

  void planIsToScale() {
    const RacePlan plan(someEngines());
    QCOMPARE(plan.runners().size(), std::size_t{2});  // those that were measured
    QCOMPARE(plan.end(), 100.0);
    QCOMPARE(plan.millisecondsPerSecond(), 12.5);
    const RaceRunner& fast = plan.runners()[1];
    QCOMPARE(fast.stages.size(), std::size_t{5});
    QCOMPARE(fast.stages[0].begin, 0.0);
    QCOMPARE(fast.stages[1].begin, 4.0);
    QCOMPARE(fast.stages[1].end, 19.0);
    QCOMPARE(fast.stages.back().end, 30.0);
  }

  void stagesFillTheMedian() {
    MeasuredEngine engine = measuredEngine("openmp", 2, {{"pass 1", 10}, {"pass 2", 10}});
    engine.total.median = 22;  // medians of stages do not add up to it
    const RacePlan plan({engine});
    QCOMPARE(plan.runners()[0].stages[0].end, 11.0);
    QCOMPARE(plan.runners()[0].stages[1].end, 22.0);
  }

  void wrongAnswersDoNotRace() {
    std::vector<MeasuredEngine> engines = someEngines();
    engines[1].identical = false;
    QCOMPARE(RacePlan(engines).runners().size(), std::size_t{1});
  }

  void momentsFollowTheClock() {
    const RacePlan plan(someEngines());
    const RaceRunner& fast = plan.runners()[1];
    QCOMPARE(RacePlan::at(fast, 0).stage, 0);
    const RaceMoment middle = RacePlan::at(fast, 11.5);
    QCOMPARE(middle.stage, 1);
    QCOMPARE(middle.part, 0.5);
    QVERIFY(!middle.done);
    const RaceMoment end = RacePlan::at(fast, 60);
    QVERIFY(end.done);
    QCOMPARE(end.clock, 30.0);
  }

  void stepsGoFromStageToStage() {
    RaceView view;
    view.setReducedMotion(true);
    view.start(someEngines(), whiteScene(), std::vector<RaceMatch>());
    QVERIFY(!view.playing());
    QSignalSpy finished(&view, &RaceView::finished);
    std::vector<double> stops;
    while (view.time() < view.plan().end()) {
      view.step();
      stops.push_back(view.time());
      QVERIFY(stops.size() < 20);
    }
    // Stage ends of both: 4, 19, 23, 28, 30 and 4, 64, 74, 94, 100.
    QCOMPARE(stops, std::vector<double>({4, 19, 23, 28, 30, 64, 74, 94, 100}));
    QCOMPARE(finished.size(), 1);
    view.play();
    QVERIFY(!view.playing());  // reduced motion
  }

  void slowMotionIsReported() {
    RaceView view;
    view.start(someEngines(), whiteScene(), std::vector<RaceMatch>());
    QCOMPARE(view.scaleText(),
             QStringLiteral("1 s here is 12.5 ms in real time: 80.0 times slower than real"));
    view.setSpeed(2);
    QCOMPARE(view.speed(), 2.0);
    QCOMPARE(view.scaleText(),
             QStringLiteral("1 s here is 25.0 ms in real time: 40.0 times slower than real"));
    view.pause();
    view.setTime(0);
    view.advance(1);
    QCOMPARE(view.time(), 25.0);
  }

  void largeFactorsAreRounded() {
    RaceView view;
    view.start({measuredEngine("sequential", 1, {{"pass 1", 0.5682}}),
                measuredEngine("openmp", 4, {{"pass 1", 0.1}})},
               whiteScene(), std::vector<RaceMatch>());
    QVERIFY2(view.scaleText().endsWith(QStringLiteral("14,000 times slower than real")) ||
                 view.scaleText().endsWith(QStringLiteral("14000 times slower than real")),
             qPrintable(view.scaleText()));
  }

  void aTieHasNoWinner() {
    RaceView view;
    view.start({measuredEngine("sequential", 1, {{"search", 100.2}}),
                measuredEngine("openmp", 4, {{"search", 100}})},
               whiteScene(), std::vector<RaceMatch>());
    view.setTime(view.plan().end());
    QCOMPARE(view.verdict(), QStringLiteral("openmp, 4 threads and sequential are equally fast."));
  }

  void theWinnerIsNamedInTheEnd() {
    RaceView view;
    view.resize(800, 400);
    view.show();
    std::vector<MeasuredEngine> engines = someEngines();
    engines.push_back(measuredEngine("reference", 1, {{"search", 900}}));
    view.start(engines, whiteScene(), std::vector<RaceMatch>());
    view.pause();
    view.setTime(500);  // only the winner has finished
    QCOMPARE(view.verdict(), QString());
    view.setTime(900);
    QCOMPARE(view.verdict(), QStringLiteral("openmp, 4 threads wins: 30.0 times faster than plain "
                                            "loop (reference)."));
    // Without the reference, the slowest engine is the baseline.
    view.start(someEngines(), whiteScene(), std::vector<RaceMatch>());
    view.setTime(view.plan().end());
    QVERIFY(view.verdict().endsWith(QStringLiteral("3.33 times faster than sequential.")));
    view.start({someEngines()[0]}, whiteScene(), std::vector<RaceMatch>());
    view.setTime(view.plan().end());
    QCOMPARE(view.verdict(), QString());
  }

  void theLegendNamesEveryStage() {
    RaceView view;
    view.resize(800, 400);
    view.show();
    view.start(someEngines(), whiteScene(), std::vector<RaceMatch>());
    const auto* legend = view.findChild<RaceLegend*>();
    QVERIFY(legend->isVisible());
    QCOMPARE(legend->stages(),
             (std::vector<std::string>{"load", "pass 1", "pass 2", "pass 3", "other"}));
    QCOMPARE(legend->accessibleDescription(),
             QStringLiteral("load, pass 1, pass 2, pass 3, other"));
  }

  void playsPausesAndReplays() {
    RaceView view;
    view.resize(800, 400);
    view.show();
    view.start(someEngines(), whiteScene(), std::vector<RaceMatch>());
    QVERIFY(view.playing());
    QTRY_VERIFY(view.time() > 0);
    view.pause();
    const double stopped = view.time();
    QTest::qWait(60);
    QCOMPARE(view.time(), stopped);
    view.setTime(100);
    QVERIFY(view.lanes()[0]->status().startsWith(
        QStringLiteral("arrived: whole run 100 ± 10 ms, n = 10")));
    QVERIFY(
        view.lanes()[1]->status().startsWith(QStringLiteral("winner: whole run 30.0 ± 3.0 ms")));
    view.replay();
    QVERIFY(view.playing());
    QVERIFY(view.time() < 100);
  }

  void lanesAreToScale() {
    RaceView view;
    view.resize(800, 400);
    view.show();
    view.start(someEngines(), whiteScene(), std::vector<RaceMatch>());
    settle();
    const RaceLane& slow = *view.lanes()[0];
    const RaceLane& fast = *view.lanes()[1];
    const double perMillisecond = slow.width() / 100.0;
    QVERIFY(std::abs(slow.stripRect(1).width() - 60 * perMillisecond) < 0.01);
    QVERIFY(std::abs(fast.stripRect(1).width() / fast.width() - 0.15) < 1e-6);
    QCOMPARE(fast.width(), slow.width());
  }

  void theTextOfALaneIsShownWhole() {
    RaceView view;
    view.show();
    view.start(someEngines(), whiteScene(), std::vector<RaceMatch>());
    view.pause();
    view.setTime(100);
    for (const int width : {0, 520, 800, 2000}) {
      view.resize(std::max(width, view.minimumSizeHint().width()), 500);
      settle();
      for (const RaceLane* lane : view.lanes()) {
        QFont bold = lane->font();
        bold.setBold(true);
        const QRect head = lane->headRect();
        const QRect name =
            QFontMetrics(bold).boundingRect(head, Qt::TextWordWrap, nameOf(lane->runner()));
        QVERIFY2(name.width() <= head.width() && name.height() <= head.height(),
                 qPrintable(nameOf(lane->runner())));
        QVERIFY(lane->pictureRect().top() >= head.bottom());
        const QRect foot = lane->footRect();
        const QRect text = QFontMetrics(bold).boundingRect(foot, Qt::TextWordWrap,
                                                           QStringLiteral("✓ ") + lane->status());
        QVERIFY2(text.width() <= foot.width() && text.height() <= foot.height(),
                 qPrintable(QStringLiteral("%1 in %2").arg(lane->status()).arg(foot.width())));
        QVERIFY(lane->stripRect(0).bottom() <= foot.top());
        QVERIFY(lane->pictureRect().bottom() <= lane->stripRect(0).top());
        QCOMPARE(foot, view.lanes()[0]->footRect());
      }
    }
  }

  void passesShowWhatTheyDid() {
    RaceView view;
    view.resize(1000, 500);
    view.show();
    // One match in the middle third of the picture.
    view.start(someEngines(), whiteScene(), {{QRect(140, 60, 120, 80), QColor(0, 0, 255)}});
    view.pause();
    settle();
    RaceLane& slow = *view.lanes()[0];
    const QPointF inside(0.5, 0.5);
    const QPointF outside(0.1, 0.9);
    view.setTime(73.9);  // just before the slow engine ends pass 2
    const QColor washed = colourAt(slow, inside);
    QVERIFY(washed.red() < colourAt(slow, outside).red() - 50);
    view.setTime(100);
    QCOMPARE(colourAt(slow, inside), QColor(Qt::white));  // outlines do not cover the inside
    QCOMPARE(colourAt(slow, outside), QColor(Qt::white));
    view.setTime(3.9);  // almost loaded
    QVERIFY(colourAt(slow, {0.1, 0.999}) != QColor(Qt::white));
  }

  void marksOfTheCanvasAreTaken() {
    const Marks marks({{QRect(1, 2, 3, 4), 1, 0, 1}}, {Qt::red, Qt::blue}, QSize(400, 200));
    const std::vector<RaceMatch> matches = raceMatchesOf(marks);
    QCOMPARE(matches.size(), std::size_t{1});
    QCOMPARE(matches[0].window, QRect(1, 2, 3, 4));
    QCOMPARE(matches[0].colour, QColor(Qt::blue));
  }

  void enginesThatCannotRunHaveNoLanes() {
    RaceView view;
    view.show();
    view.start({refusedEngine("cuda", "no driver")}, whiteScene(), std::shared_ptr<const Marks>());
    QVERIFY(!view.playing());
    QVERIFY(view.lanes().empty());
  }

  void reducedMotionIsRemembered() {
    const Registry registry = makeRegistry();
    const auto box = [](RaceWindow& window) { return window.findChild<QCheckBox*>(); };
    {
      RaceWindow window(registry);
      QVERIFY(!window.view().reducedMotion());
      box(window)->click();
      // A second window, opened while the first exists.
      QVERIFY(RaceWindow(registry).view().reducedMotion());
    }
    RaceWindow window(registry);
    QVERIFY(window.view().reducedMotion() && box(window)->isChecked());
    window.view().start(someEngines(), whiteScene(), std::vector<RaceMatch>());
    QVERIFY(!window.view().playing());
    box(window)->click();
    QVERIFY(!RaceWindow(registry).view().reducedMotion());
  }

  void aMissingReferenceIsReportedOnlyWhereItIsTrue() {
    const Registry registry = makeRegistry();
    RaceWindow window(registry);
    const auto about = [&] {
      for (const QLabel* label : window.findChildren<QLabel*>()) {
        if (label->accessibleName() == QStringLiteral("What is raced")) return label->text();
      }
      return QString();
    };
    // Results of the timing view without the reference.
    TimingResult result;
    result.subject.scene = smallScene();
    result.subject.needles = {smallNeedle(*result.subject.scene)};
    result.engines = someEngines();
    window.show(std::make_shared<const TimingResult>(result), nullptr);
    QVERIFY2(!about().contains(QStringLiteral("plain loop")), qPrintable(about()));
    // A search so large that the reference would take minutes.
    auto large = std::make_shared<Picture>();
    large->image = Image({3000, 2000}, {3, Depth::u8});
    large->name = QStringLiteral("large");
    NeedleItem needle = smallNeedle(*smallScene());
    auto picture = std::make_shared<Picture>();
    picture->image = Image({64, 64}, {3, Depth::u8});
    setSample(picture->image.pixels(), 3, 4, 0, 9);
    needle.picture = picture;
    SearchSettings settings;
    settings.method = Method::ssd;
    settings.minScore = 0.99;
    window.run(large, {needle}, settings, {}, nullptr);
    QVERIFY2(about().contains(QStringLiteral("plain loop would take too long")),
             qPrintable(about()));
  }

  void windowMeasuresAndRaces() {
    const Registry registry = makeRegistry();
    RaceWindow window(registry);
    const PicturePtr scene = smallScene();
    window.run(scene, {smallNeedle(*scene)}, {}, {}, nullptr);
    window.show();
    QTRY_VERIFY_WITH_TIMEOUT(window.view().lanes().size() >= 2, 60000);
    QVERIFY(window.view().isVisible());
    QVERIFY(window.view().playing());
    const auto& runners = window.view().plan().runners();
    QVERIFY(std::any_of(runners.begin(), runners.end(),
                        [](const RaceRunner& runner) { return runner.engine == "reference"; }));
  }
};

ESPY_WINDOW_TEST(race, RaceTest);

}  // namespace espy::desktop
#include "race_test.moc"
