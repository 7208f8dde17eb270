// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Visibility of every match: boxes, rings for small ones, shapes, crowds.
#include <QPainter>
#include <QTest>
#include <map>
#include <random>
#include <set>

#include "canvas/crowds.h"
#include "canvas/mark_shapes.h"
#include "canvas/overlay.h"
#include "desktop/window_tests.h"
#include "widgets/contrast.h"

namespace espy::desktop {
namespace {

constexpr QRgb kRed = 0xffff0000;
constexpr QRgb kBlue = 0xff0000ff;

DeviceMap mapAt(QSize picture, QSize widget, double zoom, double ratio = 1) {
  Viewport view;
  view.setWidget(widget);
  view.setPicture(picture);
  if (zoom > 0) view.setZoom(zoom);
  return {view, widget, ratio};
}

std::shared_ptr<const Marks> marksOf(const std::vector<QRect>& windows, QSize picture,
                                     PixelMask shape = {}) {
  std::vector<Mark> marks;
  for (const QRect& window : windows) {
    const auto index = static_cast<std::uint32_t>(marks.size());
    marks.push_back({window, 0, index, index + 1});
  }
  return std::make_shared<Marks>(std::move(marks), std::vector<QColor>{QColor(kRed)}, picture,
                                 std::vector<PixelMask>{std::move(shape)});
}

QImage shown(const std::shared_ptr<const Marks>& marks, QSize picture, const DeviceMap& map,
             const std::vector<std::uint32_t>& selected = {}) {
  Overlay overlay;
  overlay.setMarks(marks, picture);
  overlay.setSettings({});
  overlay.setSelected(selected);
  return overlay.image(map, {});
}

/// Bounding box of the non-transparent pixels.
QRect painted(const QImage& image) {
  QRect all;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      if (image.pixel(x, y) != 0) all |= QRect(x, y, 1, 1);
    }
  }
  return all;
}

PixelMask maskOf(const QStringList& rows) {
  auto mask =
      std::make_shared<Image>(Size{rows.front().size(), rows.size()}, PixelFormat{1, Depth::u8});
  for (int y = 0; y < rows.size(); ++y) {
    for (int x = 0; x < rows[y].size(); ++x) {
      mask->pixels().row(y)[x] = rows[y][x] == QLatin1Char('#') ? 255 : 0;
    }
  }
  return mask;
}

}  // namespace

class BoxesTest : public QObject {
  Q_OBJECT

 private slots:
  void everyMatchHasABoxOfItsOwn() {
    const QSize picture(200, 150);
    // The second begins inside the first: merged outlines would hide its left edge.
    const auto marks = marksOf({QRect(40, 40, 60, 50), QRect(80, 50, 60, 50)}, picture);
    const QImage image = shown(marks, picture, mapAt(picture, picture, 1));
    QCOMPARE(image.pixel(80 - 2, 70), kRed);   // within the first
    QCOMPARE(image.pixel(100 + 1, 60), kRed);  // within the second
    QCOMPARE(image.pixel(60, 60), 0U);         // the inside stays clear
    QCOMPARE(image.pixel(120, 80), 0U);
  }

  void linesAreAsThickAsThoseThatAreExported_data() {
    QTest::addColumn<double>("zoom");
    QTest::addColumn<int>("thickness");
    for (const double zoom : {1.0, 2.0, 4.0}) {
      for (const int thickness : {3, 5, 12}) {
        QTest::addRow("%d at %g", thickness, zoom) << zoom << thickness;
      }
    }
  }
  void linesAreAsThickAsThoseThatAreExported() {
    QFETCH(const double, zoom);
    QFETCH(const int, thickness);
    const QSize picture(200, 150);
    const QRect window(60, 50, 40, 30);
    MarkSettings settings;
    settings.thickness = thickness;
    const DeviceMap map = mapAt(picture, picture * zoom, zoom);
    const auto edgeOf = [&](bool boxes) {
      settings.boxes = boxes;
      Overlay overlay;
      overlay.setMarks(marksOf({window}, picture), picture);
      overlay.setSettings(settings);
      const QImage image = overlay.image(map, {});
      const int y = map.edgeY(window.center().y());
      int x = 0;
      while (x < image.width() && image.pixel(x, y) != kRed) ++x;
      return x;
    };
    // `region` is painted as the exported picture is.
    QCOMPARE(edgeOf(true), edgeOf(false));
  }

  void everyTurnedMatchShowsItsTop() {
    // Rings of small ones, boxes, thin and dotted boxes of dense views, and a crowd.
    struct Case {
      int apart;
      QSize needle;
    };
    for (const Case& one : {Case{60, {10, 6}}, Case{70, {40, 20}}, Case{40, {180, 120}},
                            Case{26, {180, 120}}, Case{12, {40, 30}}}) {
      const QSize picture(1000, 800);
      MarkList list;
      std::vector<QPointF> tops;
      for (int y = 200; y < 600; y += one.apart) {
        for (int x = 200; x < 800 && list.marks.size() < 900; x += one.apart) {
          Match match;
          match.angle = 180;
          match.scale = 1;
          match.needleWidth = match.width = static_cast<std::uint32_t>(one.needle.width());
          match.needleHeight = match.height = static_cast<std::uint32_t>(one.needle.height());
          match.x = static_cast<std::uint32_t>(x);
          match.y = static_cast<std::uint32_t>(y);
          list.add(match, 0, static_cast<std::uint32_t>(list.marks.size()));
        }
      }
      const auto marks =
          std::make_shared<const Marks>(Marks::of(std::move(list), {QColor(kRed)}, picture));
      const QImage image = shown(marks, picture, mapAt(picture, picture, 1));
      // Upside down: the last one's top is at its lower edge, with nothing below it.
      const Mark& last = marks->all().back();
      const QPoint end(last.window.x() + one.needle.width() / 2, last.window.bottom());
      int stem = 0;
      int beside = 0;
      for (int y = end.y(); y < end.y() + 40; ++y) {
        for (int x = -2; x <= 2; ++x) stem += image.pixel(end.x() + x, y) != 0 ? 1 : 0;
        for (int x = -2; x <= 2; ++x) beside += image.pixel(end.x() + x - 8, y) != 0 ? 1 : 0;
      }
      QVERIFY2(stem >= beside + 6,
               qPrintable(QStringLiteral("%1: %2 and %3").arg(one.apart).arg(stem).arg(beside)));
    }
  }

  void needlesFoundAtOnePlaceAreBothSeen() {
    const QSize picture(200, 150);
    for (const QRect& window : {QRect(60, 50, 40, 30), QRect(60, 50, 4, 4)}) {
      const std::vector<Mark> both{{window, 0, 0, 1}, {window, 1, 1, 2}};
      const auto marks =
          std::make_shared<Marks>(both, std::vector<QColor>{QColor(kRed), QColor(kBlue)}, picture);
      for (std::uint32_t chosen = 0; chosen < 4; ++chosen) {
        std::vector<std::uint32_t> selected;
        for (std::uint32_t index = 0; index < 2; ++index) {
          if ((chosen >> index & 1U) != 0) selected.push_back(index);
        }
        const QImage image = shown(marks, picture, mapAt(picture, picture, 1), selected);
        int reds = 0;
        int blues = 0;
        for (int x = 0; x < window.x(); ++x) {
          reds += image.pixel(x, window.center().y()) == kRed ? 1 : 0;
          blues += image.pixel(x, window.center().y()) == kBlue ? 1 : 0;
        }
        QVERIFY(reds > 0);
        QVERIFY(blues > 0);
      }
    }
  }

  void linesCanBeSeenOnAnyGround() {
    const QSize picture(200, 150);
    const DeviceMap map = mapAt(picture, picture, 1);
    for (const QRect& window : {QRect(60, 50, 40, 30), QRect(60, 50, 4, 4)}) {
      const QImage image = shown(marksOf({window}, picture), picture, map);
      for (const QRgb ground : {0xff000000, 0xffffffff, kRed, 0xff808080, 0xffd04040, 0xff00ff00}) {
        QImage seen(picture, QImage::Format_RGB32);
        seen.fill(ground);
        QPainter painter(&seen);
        painter.drawImage(0, 0, image);
        painter.end();
        // Coming from the left, at least one line has enough contrast.
        double best = 0;
        for (int x = 30; x < window.x(); ++x) {
          best = std::max(best, contrast(seen.pixelColor(x, window.center().y()), QColor(ground)));
        }
        QVERIFY2(best >= 3, qPrintable(QStringLiteral("%1 on %2").arg(best).arg(ground, 0, 16)));
      }
    }
  }

  void smallMatchesAreRingsOfTwentyFourPixels_data() {
    QTest::addColumn<double>("ratio");
    QTest::newRow("plain") << 1.0;
    QTest::newRow("one and a half") << 1.5;
    QTest::newRow("twice the pixels") << 2.0;
  }
  void smallMatchesAreRingsOfTwentyFourPixels() {
    QFETCH(const double, ratio);
    const QSize picture(8000, 6000);
    const QRect window(4000, 3000, 30, 20);
    for (const double zoom : {0.0, 0.1, 0.3, 1.0}) {
      const DeviceMap map = mapAt(picture, {400, 300}, zoom, ratio);
      const QImage image = shown(marksOf({window}, picture), picture, map);
      const QRect seen = painted(image);
      QVERIFY(seen.width() >= 24 * ratio && seen.height() >= 24 * ratio);
      const QPointF middle = map.toWidget(window).center() * ratio;
      QVERIFY((QRectF(seen).center() - middle).manhattanLength() <= 3 * ratio);
      QCOMPARE(qAlpha(image.pixel(middle.toPoint())), 0);  // the match stays visible
    }
  }

  void shapesHaveTheirOutlines() {
    const QSize picture(200, 150);
    // A lower left triangle.
    QStringList rows;
    for (int y = 0; y < 60; ++y) {
      rows.push_back(QString(y + 1, QLatin1Char('#')) + QString(59 - y, QLatin1Char('.')));
    }
    const auto marks = marksOf({QRect(50, 40, 60, 60)}, picture, maskOf(rows));
    const QImage image = shown(marks, picture, mapAt(picture, picture, 1));
    QCOMPARE(qAlpha(image.pixel(60, 90)), 0);        // inside
    QCOMPARE(qAlpha(image.pixel(105, 42)), 0);       // the window's upper right corner
    QCOMPARE(qAlpha(image.pixel(109 + 2, 45)), 0);   // where a box would be
    QCOMPARE(image.pixel(48, 70), kRed);             // the left side
    QVERIFY(qAlpha(image.pixel(82, 70 - 2)) > 128);  // along the slope
    // At any zoom, also if only a part is visible.
    for (const double zoom : {7.0, 40.0}) {
      Viewport view;
      view.setWidget(picture);
      view.setPicture(picture);
      view.setZoom(zoom);
      view.centreOn(QPointF(80.5, 70.5));  // the last pixel of its row
      const QImage large = shown(marks, picture, DeviceMap(view, picture, 1));
      const int half = static_cast<int>(zoom / 2);
      const QPoint middle(picture.width() / 2, picture.height() / 2);
      QCOMPARE(qAlpha(large.pixel(middle)), 0);
      const QRgb beside = large.pixel(middle + QPoint(half + 2, 0));
      QVERIFY(qRed(beside) > 128 && qGreen(beside) < 128);
    }
    // A mask of another size is ignored.
    const auto other = marksOf({QRect(50, 40, 60, 61)}, picture, maskOf(rows));
    const QImage boxed = shown(other, picture, mapAt(picture, picture, 1));
    QCOMPARE(boxed.pixel(109 + 3, 45), kRed);
  }

  void outlinesEncloseWhatIsInTheMask() {
    QVERIFY(outlineOf(*maskOf({QStringLiteral("###"), QStringLiteral("###")})).isEmpty());
    QVERIFY(!outlineOf(*maskOf({QStringLiteral("#.#")})).isEmpty());
    std::mt19937 random(4);
    for (int round = 0; round < 50; ++round) {
      const int width = 1 + static_cast<int>(random() % 20);
      const int height = 1 + static_cast<int>(random() % 20);
      QStringList rows;
      for (int y = 0; y < height; ++y) {
        QString row;
        for (int x = 0; x < width; ++x) row += QLatin1Char(random() % 3 != 0 ? '#' : '.');
        rows.push_back(row);
      }
      const PixelMask mask = maskOf(rows);
      const QPainterPath path = outlineOf(*mask);
      if (path.isEmpty()) {
        QVERIFY(!rows.join(QString()).contains(QLatin1Char('.')) ||
                !rows.join(QString()).contains(QLatin1Char('#')));
        continue;
      }
      for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
          QCOMPARE(path.contains(QPointF(x + 0.5, y + 0.5)), rows[y][x] == QLatin1Char('#'));
        }
      }
    }
  }

  void dotsInACrowdStayApart() {
    // 15,000 dots at a pitch of eight pixels: rings of 24 pixels would merge.
    const QSize picture(1200, 800);
    std::vector<QRect> windows;
    for (int y = 0; y < 100; ++y) {
      for (int x = 0; x < 150; ++x) windows.emplace_back(8 * x + 2, 8 * y + 2, 3, 3);
    }
    const QImage image = shown(marksOf(windows, picture), picture, mapAt(picture, picture, 1));
    for (const QRect& window : windows) {
      if (!QRect(20, 20, 1160, 760).contains(window)) continue;
      QCOMPARE(image.pixel(window.center()), 0U);
      QCOMPARE(image.pixel(window.left() - 1, window.center().y()), kRed);
      QCOMPARE(image.pixel(window.right() + 1, window.center().y()), kRed);
      QCOMPARE(image.pixel(window.left() - 3, window.center().y()), 0U);
      QCOMPARE(image.pixel(window.right() + 3, window.center().y()), 0U);
    }
  }

  void dotsWithoutRoomBetweenThemAreDots() {
    // Zoomed out so far that outlines would merge, the ground between dots stays visible.
    const QSize picture(1200, 800);
    std::vector<QRect> windows;
    for (int y = 0; y < 100; ++y) {
      for (int x = 0; x < 150; ++x) windows.emplace_back(8 * x + 2, 8 * y + 2, 4, 4);
    }
    const DeviceMap map = mapAt(picture, picture / 2, 0.5);
    const QImage image = shown(marksOf(windows, picture), picture, map);
    for (const QRect& window : windows) {
      if (!QRect(10, 10, 1180, 780).contains(window)) continue;
      const QPoint at(map.edgeX(window.x()), map.edgeY(window.y()));
      QCOMPARE(image.pixel(at), kRed);
      QCOMPARE(image.pixel(at + QPoint(1, 1)), kRed);
      QCOMPARE(image.pixel(at + QPoint(2, 0)), 0U);
      QCOMPARE(image.pixel(at - QPoint(1, 0)), 0U);
    }
  }

  void dotsAreSeenOnAGroundOfTheirColour() {
    const QSize picture(1200, 800);
    const int middle = 50 * 150 + 75;
    for (const int side : {3, 4}) {
      std::vector<QRect> windows;
      for (int y = 0; y < 100; ++y) {
        for (int x = 0; x < 150; ++x) windows.emplace_back(8 * x + 2, 8 * y + 2, side, side);
      }
      const double zoom = side == 3 ? 1 : 0.5;
      const DeviceMap map = mapAt(picture, picture * zoom, zoom);
      const QImage image = shown(marksOf(windows, picture), picture, map);
      const QRect window = windows[middle];
      const QRect around(QPoint(map.edgeX(window.left() - 2), map.edgeY(window.top() - 2)),
                         QPoint(map.edgeX(window.right() + 3), map.edgeY(window.bottom() + 3)));
      bool other = false;
      for (int y = around.top(); y <= around.bottom(); ++y) {
        for (int x = around.left(); x <= around.right(); ++x) {
          other = other || (image.pixel(x, y) != kRed && qAlpha(image.pixel(x, y)) == 255);
        }
      }
      QVERIFY2(other, qPrintable(QString::number(side)));
    }
  }

  void aCrowdOnOneSpotIsNotOverlooked() {
    const QSize picture(8000, 6000);
    std::vector<QRect> windows;
    for (int i = 0; i < 30; ++i)
      windows.emplace_back(4000 + 21 * (i % 6), 3000 + 21 * (i / 6), 8, 8);
    const QRect seen =
        painted(shown(marksOf(windows, picture), picture, mapAt(picture, {400, 300}, 0)));
    QVERIFY(seen.width() >= 24 && seen.height() >= 24);
  }

  void selectedOnesStandOutOfACrowd() {
    const QSize picture(1200, 800);
    std::vector<QRect> windows;
    for (int y = 0; y < 100; ++y) {
      for (int x = 0; x < 150; ++x) windows.emplace_back(8 * x + 2, 8 * y + 2, 3, 3);
    }
    const DeviceMap map = mapAt(picture, picture, 1);
    const auto marks = marksOf(windows, picture);
    const QImage before = shown(marks, picture, map);
    const QImage after = shown(marks, picture, map, {50 * 150 + 75});
    QRect changed;
    for (int y = 0; y < 800; ++y) {
      for (int x = 0; x < 1200; ++x) {
        if (before.pixel(x, y) != after.pixel(x, y)) changed |= QRect(x, y, 1, 1);
      }
    }
    QVERIFY(changed.width() >= 24 && changed.width() <= 40);
    QVERIFY(changed.contains(windows[50 * 150 + 75]));
  }

  void whatIsDrawnMovesWithThePicture() {
    // Panning must not create or dissolve crowds.
    const QSize picture(3000, 2000);
    std::mt19937 random(8);
    std::vector<SeenMark> marks(4000);
    std::vector<QPoint> places;
    for (std::uint32_t i = 0; i < marks.size(); ++i) {
      places.emplace_back(static_cast<int>(random() % 900), static_cast<int>(random() % 600));
    }
    std::set<std::uint32_t> expected;
    for (int step = 0; step < 30; ++step) {
      DeviceMap map = mapAt(picture, {1000, 700}, 1);
      map.left = -3 * step;
      map.top = 2 * step;
      for (std::uint32_t i = 0; i < marks.size(); ++i) {
        const int x = places[i].x() - 3 * step;
        const int y = places[i].y() + 2 * step;
        marks[i] = {i, {x, y, x + 6, y + 6}, 0};
      }
      Crowds crowds;
      crowds.sort(marks, map, 24, 2);
      QVERIFY(!crowds.single().empty() && !crowds.crowded().empty());
      std::set<std::uint32_t> single;
      for (const SeenMark& mark : crowds.single()) single.insert(mark.index);
      if (step == 0) expected = single;
      QCOMPARE(single, expected);
    }
  }

  void edgesOfTheScreenChangeNothing() {
    // The left half of a view equals a view of the left half.
    const QSize picture(1200, 800);
    std::vector<QRect> windows;
    for (int y = 0; y < 100; ++y) {
      for (int x = 0; x < 150; ++x) windows.emplace_back(8 * x + 2, 8 * y + 2, 4, 4);
    }
    const auto marks = marksOf(windows, picture);
    for (const double zoom : {0.5, 1.0, 2.0}) {
      for (const int narrower : {100, 106, 112, 118}) {
        Viewport view;
        view.setWidget(QSize(500, 300));
        view.setPicture(picture);
        view.setZoom(zoom);
        view.centreOn({600, 400});
        DeviceMap map(view, {500, 300}, 1);
        const QImage whole = shown(marks, picture, map);
        map.width -= narrower;
        QCOMPARE(shown(marks, picture, map), whole.copy(0, 0, 500 - narrower, 300));
      }
    }
  }

  void whatCoversEachOtherIsPaintedOnce() {
    std::vector<SeenMark> marks;
    for (std::uint32_t i = 0; i < 1000; ++i) marks.push_back({i, {100, 100, 104, 104}, 0});
    marks.push_back({1000, {100, 100, 104, 104}, 1});  // another colour is another box
    Crowds crowds;
    crowds.sort(marks, mapAt({400, 300}, {400, 300}, 1), 24, 2);
    QCOMPARE(crowds.single().size(), std::size_t{2});
    QVERIFY(crowds.crowded().empty());
  }

  void everyMarkIsInOnePlace() {
    std::mt19937 random(12);
    for (int round = 0; round < 20; ++round) {
      std::vector<SeenMark> marks;
      const auto count = static_cast<std::uint32_t>(random() % 3000);
      for (std::uint32_t i = 0; i < count; ++i) {
        const int x = static_cast<int>(random() % 3000) - 1000;
        const int y = static_cast<int>(random() % 2000) - 700;
        marks.push_back({i, {x, y, x + 1 + static_cast<int>(i % 300), y + 5}, 0});
      }
      Crowds crowds;
      crowds.sort(marks, mapAt({1000, 700}, {1000, 700}, 1), 24, 2);
      std::map<std::uint32_t, int> met;
      for (const SeenMark& mark : crowds.single()) ++met[mark.index];
      for (const SeenMark& mark : crowds.crowded()) ++met[mark.index];
      for (const auto& [index, times] : met) QCOMPARE(times, 1);
      // A mark in neither list equals one that is.
      for (const SeenMark& mark : marks) {
        if (met.contains(mark.index)) continue;
        QVERIFY(std::any_of(crowds.single().begin(), crowds.single().end(), [&](const SeenMark& s) {
          return s.window.x0 == mark.window.x0 && s.window.y0 == mark.window.y0 &&
                 s.window.x1 == mark.window.x1;
        }));
      }
    }
  }
};

ESPY_WINDOW_TEST(boxes, BoxesTest);

}  // namespace espy::desktop
#include "boxes_test.moc"
