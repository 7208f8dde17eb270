// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/marks.h"

#include <QImage>
#include <QPainter>
#include <QTest>
#include <random>

#include "canvas/mark_numbers.h"
#include "canvas/rectangle_painter.h"
#include "desktop/window_tests.h"

namespace espy::desktop {
namespace {

struct Draw {
  std::mt19937 random;
  int upTo(int most) { return std::uniform_int_distribution<int>(0, most)(random); }
};

std::vector<Mark> randomMarks(Draw& draw, int count, QSize picture, int side) {
  std::vector<Mark> marks;
  for (int i = 0; i < count; ++i) {
    const QRect window(draw.upTo(picture.width() - 1), draw.upTo(picture.height() - 1),
                       1 + draw.upTo(side), 1 + draw.upTo(side));
    marks.push_back({window, 0, static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i + 1)});
  }
  return marks;
}

}  // namespace

class MarksTest : public QObject {
  Q_OBJECT

 private slots:
  void touchingAndAtAreThoseOfBruteForce() {
    Draw draw{std::mt19937(7)};
    for (int round = 0; round < 60; ++round) {
      const QSize picture(1 + draw.upTo(900), 1 + draw.upTo(900));
      const auto all = randomMarks(draw, draw.upTo(300), picture, 1 + draw.upTo(200));
      const Marks marks(all, {Qt::red}, picture);
      for (int query = 0; query < 30; ++query) {
        const QRect wanted(draw.upTo(1200) - 200, draw.upTo(1200) - 200, draw.upTo(500),
                           draw.upTo(500));
        std::vector<std::uint32_t> expected;
        for (std::uint32_t i = 0; i < all.size(); ++i) {
          if (all[i].window.intersects(wanted)) expected.push_back(i);
        }
        QCOMPARE(marks.touching(wanted), expected);

        const QPoint pixel(draw.upTo(1000) - 50, draw.upTo(1000) - 50);
        int smallest = -1;
        const auto area = [&](int i) {
          const QRect& window = all[static_cast<std::size_t>(i)].window;
          return window.width() * window.height();
        };
        for (int i = 0; i < static_cast<int>(all.size()); ++i) {
          if (!all[static_cast<std::size_t>(i)].window.contains(pixel)) continue;
          if (smallest < 0 || area(i) < area(smallest)) smallest = i;
        }
        QCOMPARE(marks.at(pixel), smallest);

        // The nearest of the small marks.
        const int reach = draw.upTo(40);
        int nearest = -1;
        const auto distance = [&](int i) {
          const QPoint off = all[static_cast<std::size_t>(i)].window.center() - pixel;
          return QPoint::dotProduct(off, off);
        };
        for (int i = 0; i < static_cast<int>(all.size()); ++i) {
          const QRect& window = all[static_cast<std::size_t>(i)].window;
          const QPoint off = window.center() - pixel;
          if (std::max(window.width(), window.height()) > 2 * reach) continue;
          if (std::max(std::abs(off.x()), std::abs(off.y())) > reach) continue;
          if (nearest < 0 || distance(i) < distance(nearest)) nearest = i;
        }
        QCOMPARE(marks.near(pixel, reach), nearest);
      }
    }
  }

  void hugePicturesTakeFewCells() {
    const QSize picture(2000000000, 2000000000);
    const Mark far{QRect(1999999000, 1999999000, 500, 900), 0, 0, 1};
    const Marks marks({far}, {Qt::red}, picture);
    QCOMPARE(marks.at({1999999499, 1999999899}), 0);
    QCOMPARE(marks.at({1999999500, 1999999899}), -1);
    QVERIFY(marks.touching(QRect(0, 0, 1999999000, 2000000000)).empty());
    QCOMPARE(marks.touching(QRect(0, 0, 1999999001, 2000000000)).size(), std::size_t{1});
  }

  void noMarksAreNowhere() {
    const Marks marks({}, {}, {0, 0});
    QCOMPARE(marks.at({0, 0}), -1);
    QVERIFY(marks.touching(QRect(0, 0, 10, 10)).empty());
  }

  void rectanglesArePaintedInTheOrderOfTheirLayers() {
    Draw draw{std::mt19937(11)};
    RectanglePainter rectangles;
    for (int round = 0; round < 200; ++round) {
      const int width = 1 + draw.upTo(90);
      const int height = 1 + draw.upTo(90);
      QImage expected(width, height, QImage::Format_ARGB32_Premultiplied);
      expected.fill(Qt::transparent);
      QImage got = expected;
      rectangles.reset({width, height});
      for (int layer = draw.upTo(4); layer > 0; --layer) {
        const QRgb colour = 0xff000000U | static_cast<QRgb>(layer);
        const int dash = layer == 3 ? 1 + draw.upTo(4) : 0;
        if (dash > 0) {
          rectangles.addLayer(colour, ~0U, dash);
        } else {
          rectangles.addLayer(layer == 2 ? 0 : colour);
        }
        for (int count = draw.upTo(8); count > 0; --count) {
          const int x = draw.upTo(120) - 20;
          const int y = draw.upTo(120) - 20;
          const Box box{x, y, x + draw.upTo(60), y + draw.upTo(60)};
          rectangles.add(box);
          for (int row = std::max(0, box.y0); row < std::min(height, box.y1); ++row) {
            for (int column = std::max(0, box.x0); column < std::min(width, box.x1); ++column) {
              const bool other = dash > 0 && (column + row) / dash % 2 != 0;
              expected.setPixel(column, row, other ? ~0U : layer == 2 ? 0 : colour);
            }
          }
        }
      }
      using PaintStrategy = RectanglePainter::PaintStrategy;
      for (const PaintStrategy strategy :
           {PaintStrategy::oneByOne, PaintStrategy::rowByRow, PaintStrategy::cheaper}) {
        got.fill(Qt::red);
        rectangles.paint(got, strategy);
        QVERIFY(got == expected);
      }
    }
  }

  /// Overlapping badges are thinned out, but every area keeps one of each kind.
  void verdictsOfManyAreSeenEverywhere() {
    constexpr int kSide = 400;
    constexpr int kSquare = 24;
    constexpr int kSign = 12;  // a badge reaches this far into the next cell
    for (const int pitch : {2, 40}) {
      std::vector<Mark> all;
      for (int y = 20; y < kSide; y += pitch) {
        for (int x = 0; x < kSide - 20; x += pitch) {
          const auto index = static_cast<std::uint32_t>(all.size());
          Mark mark{QRect(x, y, 2, 2), 0, index, index + 1};
          mark.said = 1;
          all.push_back(mark);
        }
      }
      const Marks marks(all, {Qt::red}, {kSide, kSide});
      QImage image(kSide, kSide, QImage::Format_ARGB32_Premultiplied);
      image.fill(Qt::transparent);
      QPainter painter(&image);
      DeviceMap map;
      map.width = map.height = kSide;
      paintVerdicts(painter, marks, map);
      painter.end();
      for (const Mark& mark : all) {
        const QPoint corner = mark.window.topRight();
        const int around = pitch < kSquare ? kSquare + kSign : kSign;
        bool seen = false;
        for (int y = corner.y() - around; y <= corner.y() + around && !seen; ++y) {
          for (int x = corner.x() - around; x <= corner.x() + around && !seen; ++x) {
            seen = image.valid(x, y) && qAlpha(image.pixel(x, y)) > 0;
          }
        }
        QVERIFY(seen);
      }
    }
  }
};

ESPY_WINDOW_TEST(marks, MarksTest);

}  // namespace espy::desktop
#include "marks_test.moc"
