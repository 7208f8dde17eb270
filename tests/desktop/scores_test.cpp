// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The score map: pyramid, colours and time of computation.
#include <QSignalSpy>
#include <cmath>
#include <thread>

#include "canvas/score_layer.h"
#include "canvas_scenes.h"
#include "desktop/window_tests.h"
#include "espy/engine/all.h"
#include "search/score_mapper.h"
#include "window/canvas_link.h"
#include "window/main_window.h"
#include "window/workbench.h"

namespace espy::desktop {
namespace {

ScoreMap rampOf(int width, int height) {
  ScoreMap map;
  map.size = {width, height};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      map.scores.push_back(static_cast<float>(x + y) / static_cast<float>(width + height - 2));
    }
  }
  return map;
}

double lightness(QRgb colour) {
  const auto linear = [](int part) {
    const double x = part / 255.0;
    return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(qRed(colour)) + 0.7152 * linear(qGreen(colour)) +
         0.0722 * linear(qBlue(colour));
}

}  // namespace

class ScoresTest : public QObject {
  Q_OBJECT

 private:
  Registry registry_ = makeRegistry();

 private slots:
  void coloursGetLighterStepByStep() {
    // Every fourth: rounding affects neighbours.
    for (std::size_t i = 4; i < scoreColours().size(); ++i) {
      QVERIFY(lightness(scoreColours()[i]) > lightness(scoreColours()[i - 4]));
    }
    QVERIFY(lightness(scoreColours().back()) > 0.7 && lightness(scoreColours().front()) < 0.05);
    // Blue and yellow stay distinguishable with red-green colour blindness.
    QVERIFY(qBlue(scoreColours().front()) > qRed(scoreColours().front()));
    QVERIFY(qRed(scoreColours().back()) > qBlue(scoreColours().back()) + 60);
  }

  void halvedLevelsKeepTheBest() {
    const ScoreMap map = rampOf(37, 21);
    const ScorePlane plane = scorePlaneOf(map, {10, 6});
    QCOMPARE(plane.origin, QPoint(5, 3));
    QCOMPARE(plane.first, 0);
    QCOMPARE(plane.levels.front().size, QSize(37, 21));
    QCOMPARE(plane.levels.back().size, QSize(1, 1));
    for (const ScorePlane::Level& level : plane.levels) {
      QCOMPARE(int{level.at(level.size.width() - 1, level.size.height() - 1)}, 255);
    }
    QCOMPARE(int{plane.levels[1].at(0, 0)}, int{plane.levels[0].at(1, 1)});
    // The number of positions can be limited.
    const ScorePlane small = scorePlaneOf(map, {10, 6}, 100);
    QCOMPARE(small.first, 2);
    QCOMPARE(small.levels.front().size, QSize(10, 6));
    QCOMPARE(small.levels.front().steps, plane.levels[2].steps);
  }

  void scoresAreDrawnAtTheNeedlesMiddle() {
    ScoreMap map;
    map.size = {91, 71};
    map.scores.assign(91 * 71, -0.5F);
    map.scores[30 * 91 + 40] = 1;
    ScoreLayer layer;
    layer.setPlane(std::make_shared<ScorePlane>(scorePlaneOf(map, {10, 10})));
    const QSize picture(100, 80);
    for (const double zoom : {1.0, 4.0}) {
      Viewport view;
      view.setWidget(QSizeF(picture) * zoom);
      view.setPicture(picture);
      view.setZoom(zoom);
      const DeviceMap device(view, picture * zoom, 1);
      const QImage& image = layer.image(device);
      const auto at = [&](int x, int y) {
        return QColor::fromRgba(qUnpremultiply(image.pixel(device.edgeX(x), device.edgeY(y))));
      };
      QVERIFY(at(45, 35).lightness() > at(44, 35).lightness() + 80);
      QVERIFY(at(45, 35).lightness() > at(46, 35).lightness() + 80);
      QVERIFY(at(45, 35).alpha() > 100 && at(45, 35).alpha() < 255);
      QCOMPARE(at(4, 35).alpha(), 0);  // no needle has its centre here
      QCOMPARE(at(97, 35).alpha(), 0);
    }
  }

  void aPeakIsSeenAlsoFromFarAway() {
    ScoreMap map;
    map.size = {4000, 3000};
    map.scores.assign(4000 * 3000, 0);
    map.scores[1501 * 4000 + 2001] = 1;
    ScoreLayer layer;
    layer.setPlane(std::make_shared<ScorePlane>(scorePlaneOf(map, {1, 1})));
    Viewport view;
    view.setWidget(QSize(400, 300));
    view.setPicture(QSize(4000, 3000));
    const QImage& image = layer.image(DeviceMap(view, {400, 300}, 1));
    int light = 0;
    for (int y = 0; y < 300; ++y) {
      for (int x = 0; x < 400; ++x) light += qGreen(image.pixel(x, y)) > 100 ? 1 : 0;
    }
    QVERIFY(light >= 1 && light <= 9);
  }

  void aNewRequestCancelsTheOneBefore() {
    Registry registry = makeRegistry();
    registry.addEngine({"slow", true, "sleeps", "sleeps"});
    std::atomic<int> runs = 0;
    std::atomic<int> stops = 0;
    registry.add<MapScores>(
        "slow", [&](const Scene& scene, const Needle& needle, const ScoreOptions& /*options*/,
                    const Control& control, RunReport& /*report*/) {
          const bool first = runs++ == 0;
          while (first && !control.stopping()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
          }
          if (control.stopping()) ++stops;
          control.check();
          ScoreMap map;
          map.size = {scene.size().width - needle.picture.width() + 1,
                      scene.size().height - needle.picture.height() + 1};
          map.scores.assign(static_cast<std::size_t>(map.size.width * map.size.height), 0.5F);
          return map;
        });
    const PicturePtr scene = sceneOf(60, 50);
    NeedleItem needle;
    auto picture = std::make_shared<Picture>();
    picture->image = cutOut(scene->image, QRect(10, 10, 12, 8));
    needle.picture = picture;
    needle.name = QStringLiteral("first");
    SearchSettings settings;
    settings.method = Method::zncc;
    settings.engine = QStringLiteral("slow");
    ScoreMapper mapper(registry);
    QList<ScorePlanePtr> made;
    connect(&mapper, &ScoreMapper::made, this, [&](const ScorePlanePtr& p) { made.push_back(p); });
    mapper.start({scene, needle, settings});
    QTRY_COMPARE_WITH_TIMEOUT(runs.load(), 1, kPatience);
    needle.name = QStringLiteral("second");
    mapper.start({scene, needle, settings});
    QVERIFY(mapper.running());
    QTRY_COMPARE_WITH_TIMEOUT(made.size(), 1, kPatience);
    QCOMPARE(stops.load(), 1);
    QVERIFY(!mapper.running());
    QCOMPARE(made.front()->needle, QStringLiteral("second"));
    QCOMPARE(made.front()->levels.front().size, QSize(49, 43));
  }

  void aNeedleOfOneColourIsReportedOrCompared() {
    auto scene = std::make_shared<Picture>();
    scene->image = Image({40, 30}, {1, Depth::u8});
    scene->image.pixels().row(12)[20] = 200;
    NeedleItem needle;
    auto picture = std::make_shared<Picture>();
    picture->image = cutOut(scene->image, QRect(0, 0, 5, 5));
    needle.picture = picture;
    SearchSettings settings;  // exact
    ScoreMapper mapper(registry_);
    QSignalSpy failed(&mapper, &ScoreMapper::failed);
    QList<ScorePlanePtr> made;
    connect(&mapper, &ScoreMapper::made, this, [&](const ScorePlanePtr& p) { made.push_back(p); });
    mapper.start({scene, needle, settings});
    QTRY_COMPARE_WITH_TIMEOUT(made.size(), 1, kPatience);
    QCOMPARE(int{made.front()->levels.front().at(0, 0)}, 255);
    settings.method = Method::zncc;
    mapper.start({scene, needle, settings});
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, kPatience);
    QCOMPARE(made.size(), 1);
  }

  void theMenuShowsAndHidesIt() {
    QCoreApplication::setOrganizationName(QStringLiteral("espy-test"));
    QCoreApplication::setApplicationName(QStringLiteral("scores"));
    QSettings().clear();
    MainWindow window(registry_);
    window.show();
    window.bench().setScene(sceneOf(300, 200));
    window.bench().cut(QRect(50, 40, 20, 16));
    QTRY_VERIFY_WITH_TIMEOUT(window.bench().matches().result(), kPatience);
    QVERIFY(!window.canvas().scores());
    window.actions().at(ActionId::scoreMap)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(window.canvas().scores(), kPatience);
    QCOMPARE(window.canvas().scores()->levels.front().size, QSize(281, 185));
    QCOMPARE(int{window.canvas().scores()->levels.front().at(50, 40)}, 255);
    // Another crop, another map.
    window.bench().cut(QRect(100, 40, 30, 16));
    QTRY_VERIFY_WITH_TIMEOUT(window.canvas().scores() &&
                                 window.canvas().scores()->levels.front().size == QSize(271, 185),
                             kPatience);
    window.actions().at(ActionId::scoreMap)->trigger();
    QVERIFY(!window.canvas().scores());
    window.actions().at(ActionId::scoreMap)->trigger();
    window.bench().removeNeedle(window.bench().cutId());
    QVERIFY(!window.canvas().scores());
  }
};

ESPY_WINDOW_TEST(scores, ScoresTest);

}  // namespace espy::desktop
#include "scores_test.moc"
