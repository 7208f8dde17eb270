// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/canvas.h"

#include <QSignalSpy>
#include <QWheelEvent>

#include "canvas/picture_layer.h"
#include "canvas/tile_store.h"
#include "canvas_scenes.h"
#include "desktop/window_tests.h"
#include "palettes.h"
#include "widgets/contrast.h"

namespace espy::desktop {
namespace {

void wheel(Canvas& canvas, QPointF place, int turned,
           Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
  QWheelEvent event(place, canvas.mapToGlobal(place), QPoint(), QPoint(0, turned), Qt::NoButton,
                    modifiers, Qt::NoScrollPhase, false);
  QApplication::sendEvent(&canvas, &event);
}

class Shown : public Canvas {
 public:
  explicit Shown(PicturePtr scene, QSize size = {400, 300}) {
    resize(size);
    show();
    if (!QTest::qWaitForWindowExposed(this)) qFatal("no window");
    setScene(std::move(scene));
  }
};

}  // namespace

class CanvasTest : public QObject {
  Q_OBJECT

 private slots:
  void farEndsOfLongPicturesAreRight_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QPoint>("pixel");
    QTest::newRow("wide, right") << QSize(40000, 10) << QPoint(39999, 9);
    QTest::newRow("wide, past 32767") << QSize(40000, 10) << QPoint(32768, 0);
    QTest::newRow("wide, left") << QSize(40000, 10) << QPoint(0, 0);
    QTest::newRow("high, bottom") << QSize(10, 40000) << QPoint(9, 39999);
    QTest::newRow("high, past 32767") << QSize(10, 40000) << QPoint(0, 32769);
    QTest::newRow("many tiles") << QSize(3000, 2000) << QPoint(2815, 1793);
  }
  void farEndsOfLongPicturesAreRight() {
    QFETCH(QSize, size);
    QFETCH(QPoint, pixel);
    Shown canvas(sceneOf(size.width(), size.height()));
    for (const double zoom : {1.0, 1.6, 3.0, 17.0}) {
      canvas.actualSize();
      canvas.zoomBy(zoom);
      canvas.centreOn(QRect(pixel, QSize(1, 1)));
      QTRY_COMPARE(shownAt(canvas, pixel.x(), pixel.y()), colourOf(pixel.x(), pixel.y()));
      // So are adjacent pixels inside the picture.
      for (const QPoint off : {QPoint(-3, 0), QPoint(2, 0), QPoint(0, -2), QPoint(0, 1)}) {
        const QPoint near = pixel + off;
        if (!QRect(QPoint(), size).contains(near)) continue;
        QTRY_COMPARE(shownAt(canvas, near.x(), near.y()), colourOf(near.x(), near.y()));
      }
    }
  }

  void besideThePictureIsNothingOfIt() {
    Shown canvas(sceneOf(100, 50));
    const QColor ground = canvasGround(canvas.palette());
    QTRY_COMPARE(shownAt(canvas, 99, 49), colourOf(99, 49));
    QCOMPARE(shownAt(canvas, 100, 49), ground);
    QCOMPARE(shownAt(canvas, 99, 50), ground);
    QCOMPARE(shownAt(canvas, -1, 0), ground);
  }

  void theGridIsSeenAndQuietOnAnyPicture_data() {
    QTest::addColumn<bool>("dark");
    QTest::addColumn<int>("grey");
    for (const bool dark : {false, true}) {
      for (const int grey : {0, 30, 90, 128, 180, 230, 255}) {
        QTest::addRow("%s desktop, grey %d", dark ? "dark" : "light", grey) << dark << grey;
      }
    }
  }
  void theGridIsSeenAndQuietOnAnyPicture() {
    QFETCH(const bool, dark);
    QFETCH(const int, grey);
    auto scene = std::make_shared<Picture>();
    scene->image = Image({200, 200}, {1, Depth::u8});
    for (int y = 0; y < 200; ++y) {
      std::fill_n(scene->image.pixels().row(y), 200, static_cast<std::uint8_t>(grey));
    }
    Shown canvas(scene);
    canvas.setPalette(paletteOf(dark));
    canvas.actualSize();
    canvas.zoomBy(16);
    QCOMPARE(canvas.viewport().zoom(), 16.0);
    QTRY_COMPARE(shownAt(canvas, 100, 100), QColor(grey, grey, grey));
    const QImage seen = canvas.grab().toImage();
    const DeviceMap map = canvas.map();
    // Along a row, from the pixel to its neighbours.
    int most = 0;
    int lines = 0;
    for (int x = map.edgeX(100) - 8; x < map.edgeX(100) + 8; ++x) {
      const int off = std::abs(seen.pixelColor(x, map.edgeY(100) + 8).red() - grey);
      most = std::max(most, off);
      lines += off > 0 ? 1 : 0;
    }
    QVERIFY2(most >= 20 && most <= 60, qPrintable(QString::number(most)));
    QVERIFY(lines <= 2);
  }

  void smallerThanItIsItIsTheMean() {
    auto scene = std::make_shared<Picture>();
    scene->image = Image({1600, 1200}, {1, Depth::u8});
    for (int y = 0; y < 1200; ++y) {
      for (int x = 0; x < 1600; ++x) {
        *scene->image.pixels().pixel(x, y) = (x + y) % 2 == 0 ? 200 : 100;
      }
    }
    Shown canvas(scene);
    QCOMPARE(canvas.viewport().zoom(), 0.25);
    QTRY_COMPARE(shownAt(canvas, 800, 600), QColor(150, 150, 150));
    // Also at zooms that are no powers of two, once the view rests.
    canvas.zoomBy(1.3);
    QTRY_COMPARE(shownAt(canvas, 800, 600), QColor(150, 150, 150));
  }

  void transparentPixelsShowACheckerboard() {
    auto scene = std::make_shared<Picture>();
    scene->image = Image({200, 100}, {4, Depth::u8});
    for (int x = 0; x < 200; ++x) {
      for (const int y : {50, 51, 52}) setSample(scene->image.pixels(), x, y, 3, 255);
    }
    Shown canvas(scene);
    QTRY_COMPARE(shownAt(canvas, 20, 51), QColor(Qt::black));
    const QColor first = shownAt(canvas, 3, 3);
    QCOMPARE(first.rgb(), canvas.palette().color(QPalette::Midlight).rgb());
    QCOMPARE(shownAt(canvas, 11, 3).rgb(), canvas.palette().color(QPalette::Base).rgb());
  }

  void neverBlankWhilePanning() {
    Shown canvas(sceneOf(4000, 3000));
    QTRY_VERIFY(shownAt(canvas, 2000, 1500) != canvas.palette().color(QPalette::Mid));
    canvas.actualSize();
    const QColor missing = canvas.palette().color(QPalette::Mid);
    for (int i = 0; i < 10; ++i) {  // without returning to the event loop
      canvas.centreOn(QRect(300 * i, 250 * i, 20, 20));
      const QImage frame = canvas.grab().toImage();
      for (int x = 5; x < 400; x += 26) {
        const QPoint pixel = canvas.pixelAt(QPointF(x, 150));
        if (canvas.frame().contains(pixel)) QVERIFY(frame.pixelColor(x, 150) != missing);
      }
    }
  }

  void wheelZoomsUnderThePointer() {
    Shown canvas(sceneOf(4000, 3000));
    QSignalSpy changed(&canvas, &Canvas::viewChanged);
    const QPointF place(333, 44);
    for (const int turned : {120, 120, 240, -120, 360}) {
      const double zoom = canvas.viewport().zoom();
      const QPointF before = canvas.viewport().toPicture(place);
      wheel(canvas, place, turned, turned == 240 ? Qt::ControlModifier : Qt::NoModifier);
      const QPointF after = canvas.viewport().toPicture(place);
      QVERIFY((before - after).manhattanLength() * canvas.viewport().zoom() < 1e-6);
      QVERIFY(turned > 0 ? canvas.viewport().zoom() > zoom : canvas.viewport().zoom() < zoom);
    }
    QCOMPARE(changed.size(), 5);
    const QPointF centre = canvas.viewport().centre();
    const double zoom = canvas.viewport().zoom();
    wheel(canvas, place, 120, Qt::ShiftModifier);
    QCOMPARE(canvas.viewport().zoom(), zoom);
    QVERIFY(canvas.viewport().centre().x() < centre.x());
    QCOMPARE(canvas.viewport().centre().y(), centre.y());
  }

  void wheelStopsAtThePicturesOwnSize() {
    Shown canvas(sceneOf(1000, 700));
    QVERIFY(canvas.viewport().zoom() < 1);
    bool met = false;
    for (int i = 0; i < 12; ++i) {
      wheel(canvas, {200, 150}, 120);
      met = met || canvas.viewport().zoom() == 1;
    }
    QVERIFY(met && canvas.viewport().zoom() > 1);
  }

  void middleButtonSpaceAndArrowsPan() {
    Shown canvas(sceneOf(4000, 3000));
    canvas.setFocus();
    canvas.actualSize();
    const QPointF start = canvas.viewport().centre();
    QTest::mousePress(&canvas, Qt::MiddleButton, {}, {200, 150});
    QTest::mouseMove(&canvas, {230, 140});
    QTest::mouseRelease(&canvas, Qt::MiddleButton, {}, {230, 140});
    QCOMPARE(canvas.viewport().centre(), start + QPointF(-30, 10));

    QTest::keyPress(&canvas, Qt::Key_Space);
    QTest::mousePress(&canvas, Qt::LeftButton, {}, {200, 150});
    QTest::mouseMove(&canvas, {170, 160});
    QTest::mouseRelease(&canvas, Qt::LeftButton, {}, {170, 160});
    QTest::keyRelease(&canvas, Qt::Key_Space);
    QCOMPARE(canvas.viewport().centre(), start);
    QVERIFY(!canvas.selection());

    QTest::keyClick(&canvas, Qt::Key_Right);
    QVERIFY(canvas.viewport().centre().x() > start.x());
    QTest::keyClick(&canvas, Qt::Key_Left);
    QTest::keyClick(&canvas, Qt::Key_Down);
    QCOMPARE(canvas.viewport().centre().x(), start.x());
    QVERIFY(canvas.viewport().centre().y() > start.y());
  }

  void centreOnZoomsOutOnlyWhereItMust() {
    Shown canvas(sceneOf(4000, 3000));
    canvas.actualSize();
    canvas.zoomBy(4);
    canvas.centreOn(QRect(100, 100, 10, 10));
    QCOMPARE(canvas.viewport().zoom(), 4.0);
    QCOMPARE(canvas.viewport().centre(), QPointF(105, 105));
    canvas.centreOn(QRect(1000, 1000, 800, 100));
    QVERIFY(canvas.viewport().visible().contains(QRectF(1000, 1000, 800, 100)));
    canvas.fit();
    QVERIFY(canvas.viewport().isFit());
  }

  void aSmallPictureOnAFineScreenStaysWhereItIs() {
    // The second paint must not treat the device pixel ratio as a scale.
    TileStore tiles;
    const PicturePtr scene = sceneOf(1800, 1200);
    tiles.setPicture(scene);
    QSignalSpy arrived(&tiles, &TileStore::arrived);
    Viewport view;
    view.setWidget(QSize(400, 300));
    view.setPicture(QSize(1800, 1200));
    const DeviceMap map(view, {400, 300}, 2);
    PictureLayer layer(tiles);
    layer.setPicture(scene);
    const auto isWhole = [&] {
      layer.refresh();
      const QImage& image = layer.image(map, false, Qt::magenta);
      const QImage plain = image.convertToFormat(QImage::Format_RGB32);
      for (int x = 0; x < plain.width(); x += 8) {
        if (plain.pixelColor(x, plain.height() / 2) == QColor(Qt::magenta)) return false;
      }
      return tiles.find({1, 0, 0}) != nullptr && tiles.find({1, 3, 2}) != nullptr;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isWhole(), kPatience);
    PictureLayer fresh(tiles);
    fresh.setPicture(scene);
    const QImage expected = fresh.image(map, true, Qt::magenta).copy();
    for (int round = 0; round < 2; ++round) {
      layer.refresh();
      QCOMPARE(layer.image(map, true, Qt::magenta), expected);
    }
  }

  void reportsThePixelUnderThePointer() {
    Shown canvas(sceneOf(4000, 3000));
    canvas.actualSize();
    QSignalSpy probed(&canvas, &Canvas::probed);
    QTest::mouseMove(&canvas, {10, 10});
    QTest::mouseMove(&canvas, {200, 150});
    QTRY_VERIFY(!probed.isEmpty());
    QCOMPARE(probed.last().first().toPoint(), QPoint(2000, 1500));
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&canvas, &leave);
    QCOMPARE(probed.last().first().toPoint(), QPoint(-1, -1));
  }

  void aNewSceneForgetsTheOldOne() {
    Shown canvas(sceneOf(400, 300));
    canvas.setMarks(marksAt({QRect(10, 10, 20, 20)}, {400, 300}));
    canvas.setSelection(QRect(5, 5, 10, 10));
    canvas.setHint(QRect(50, 50, 10, 10));
    canvas.setScene(sceneOf(640, 480));
    QVERIFY(!canvas.marks());
    QVERIFY(!canvas.selection());
    QVERIFY(canvas.viewport().isFit());
    QTRY_COMPARE(canvas.viewport().centre(), QPointF(320, 240));
    canvas.setScene(nullptr);
    QVERIFY(!canvas.grab().isNull());
  }

  void marksAreOverThePicture() {
    Shown canvas(sceneOf(400, 300));
    QTRY_COMPARE(shownAt(canvas, 105, 105), colourOf(105, 105));
    canvas.setMarks(marksAt({QRect(100, 100, 30, 20)}, {400, 300}));
    QCOMPARE(shownAt(canvas, 98, 105), QColor(0, 0xc0, 0));
    QCOMPARE(shownAt(canvas, 105, 105), colourOf(105, 105));
    MarkSettings settings;
    settings.style = MarkStyle::whiteout;
    canvas.setMarkSettings(settings);
    QCOMPARE(shownAt(canvas, 98, 105), QColor(Qt::white));
    QCOMPARE(shownAt(canvas, 105, 105), colourOf(105, 105));
    canvas.setMarks(nullptr);
    QCOMPARE(shownAt(canvas, 98, 105), colourOf(98, 105));
  }

  void messageIsInTheMiddle() {
    Canvas canvas;
    canvas.resize(400, 300);
    const QImage empty = canvas.grab().toImage();
    canvas.setMessage(QStringLiteral("Drop a picture here"));
    const QImage withMessage = canvas.grab().toImage();
    int left = 400;
    int right = 0;
    for (int x = 0; x < 400; ++x) {
      if (withMessage.pixel(x, 150) == empty.pixel(x, 150)) continue;
      left = std::min(left, x);
      right = std::max(right, x);
    }
    QVERIFY(right - left > 100);
    QVERIFY(std::abs(left + right - 399) <= 2);
  }

  void paintingReportsItsTime() {
    Shown canvas(sceneOf(400, 300));
    QSignalSpy painted(&canvas, &Canvas::framePainted);
    canvas.grab();
    QCOMPARE(painted.size(), 1);
    QVERIFY(painted.first().first().toDouble() > 0);
  }

  /// Threads may still render tiles when the picture and the canvas are deleted.
  void mayDieWhileTilesAreMade() {
    for (int i = 0; i < 30; ++i) {
      auto canvas = std::make_unique<Shown>(sceneOf(1500, 1200));
      canvas->grab();
      canvas->actualSize();
      canvas->grab();
      if (i % 3 == 0) canvas->setScene(sceneOf(700, 900));
      if (i % 2 == 0) canvas->grab();
      if (i % 5 == 0) QTest::qWait(1);
      canvas.reset();
    }
    QTest::qWait(20);
  }

  void tilesStayWithinTheirMemory() {
    TileStore tiles;
    tiles.setPicture(sceneOf(7000, 4000));  // 28 x 16 tiles of 256 KiB: 112 MiB
    const int lines = 16;
    const int columns = 28;
    int arrived = 0;
    QObject::connect(&tiles, &TileStore::arrived, &tiles, [&] { ++arrived; });
    for (int line = 0; line < lines; ++line) {
      std::vector<TileKey> keys;
      for (int column = 0; column < columns; ++column) keys.push_back({0, column, line});
      tiles.want(keys);
      QTRY_VERIFY(std::all_of(keys.begin(), keys.end(),
                              [&](const TileKey& key) { return tiles.find(key) != nullptr; }));
    }
    qsizetype bytes = 0;
    for (int line = 0; line < lines; ++line) {
      for (int column = 0; column < columns; ++column) {
        const QImage* tile = tiles.find({0, column, line});
        if (tile != nullptr) bytes += tile->sizeInBytes();
      }
    }
    QVERIFY(bytes <= TileStore::kMostBytes);
    QVERIFY(bytes > TileStore::kMostBytes / 2);
    QVERIFY(tiles.find({tiles.coarsest(), 0, 0}) != nullptr);
    QVERIFY(tiles.find({0, 0, 0}) == nullptr);
    QVERIFY(arrived > 0);
  }
};

ESPY_WINDOW_TEST(canvas, CanvasTest);

}  // namespace espy::desktop
#include "canvas_test.moc"
