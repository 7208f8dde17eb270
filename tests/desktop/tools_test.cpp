// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <QSignalSpy>

#include "canvas/crop_tool.h"
#include "canvas/lasso_tool.h"
#include "canvas_scenes.h"
#include "desktop/window_tests.h"

namespace espy::desktop {
namespace {

QPoint at(const Canvas& canvas, double x, double y) {
  return placeOf(canvas, x, y).toPoint();
}

void drag(Canvas& canvas, QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {},
          Qt::MouseButton button = Qt::LeftButton) {
  const auto move = [&](QPoint place) {
    QMouseEvent event(QEvent::MouseMove, QPointF(place), canvas.mapToGlobal(QPointF(place)),
                      Qt::NoButton, button, modifiers);
    QApplication::sendEvent(&canvas, &event);
  };
  move(from);
  QTest::mousePress(&canvas, button, modifiers, from);
  move((from + to) / 2);
  move(to);
  QTest::mouseRelease(&canvas, button, modifiers, to);
}

}  // namespace

class ToolsTest : public QObject {
  Q_OBJECT

 private:
  std::unique_ptr<Canvas> canvas_;

  void zoomTo(double zoom, QPoint centre) {
    canvas_->actualSize();
    canvas_->zoomBy(zoom);
    canvas_->centreOn(QRect(centre, QSize(1, 1)));
    QCOMPARE(canvas_->viewport().zoom(), zoom);
  }

 private slots:
  void init() {
    canvas_ = std::make_unique<Canvas>();
    canvas_->resize(600, 500);
    canvas_->show();
    QVERIFY(QTest::qWaitForWindowExposed(canvas_.get()));
    canvas_->setScene(sceneOf(1000, 800));
    canvas_->setFocus();
  }
  void cleanup() { canvas_.reset(); }

  void cropsWholePixelsAtAnyZoom_data() {
    QTest::addColumn<double>("zoom");
    QTest::newRow("0.6") << 0.625;
    QTest::newRow("1") << 1.0;
    QTest::newRow("2.5") << 2.5;
    QTest::newRow("11") << 11.0;
  }
  void cropsWholePixelsAtAnyZoom() {
    QFETCH(double, zoom);
    zoomTo(zoom, {500, 400});
    QSignalSpy changing(canvas_.get(), &Canvas::selectionChanging);
    QSignalSpy made(canvas_.get(), &Canvas::selectionMade);
    const QPoint from = at(*canvas_, 490, 395);
    const QPoint to = at(*canvas_, 511, 407);
    const QRect expected(canvas_->pixelAt(from), canvas_->pixelAt(to));
    if (zoom >= 1) QCOMPARE(expected, QRect(490, 395, 22, 13));
    drag(*canvas_, from, to);
    QCOMPARE(canvas_->selection(), std::optional(expected));
    QCOMPARE(made.size(), 1);
    QCOMPARE(made.first().first().toRect(), expected);
    QVERIFY(!changing.isEmpty());
    // The reverse drag gives the same rectangle.
    canvas_->setSelection(std::nullopt);
    drag(*canvas_, to, from);
    QCOMPARE(canvas_->selection(), std::optional(expected));
  }

  void cropStaysInThePicture() {
    zoomTo(1, {990, 790});
    drag(*canvas_, at(*canvas_, 980, 700), {599, 499});
    QCOMPARE(canvas_->selection(), std::optional(QRect(980, 700, 20, 100)));
  }

  void shiftMakesSquares() {
    zoomTo(2, {500, 400});
    drag(*canvas_, at(*canvas_, 480, 380), at(*canvas_, 499, 384), Qt::ShiftModifier);
    QCOMPARE(canvas_->selection(), std::optional(QRect(480, 380, 20, 20)));
    canvas_->setSelection(std::nullopt);
    drag(*canvas_, at(*canvas_, 480, 380), at(*canvas_, 478, 361), Qt::ShiftModifier);
    QCOMPARE(canvas_->selection(), std::optional(QRect(461, 361, 20, 20)));
  }

  void handlesResize_data() {
    QTest::addColumn<QPoint>("side");  // -1: left or top, 0: none, 1: right or bottom
    QTest::addColumn<QRect>("expected");
    // Dragged by (6, 4) picture pixels.
    QTest::newRow("left top") << QPoint(-1, -1) << QRect(476, 384, 34, 26);
    QTest::newRow("top") << QPoint(0, -1) << QRect(470, 384, 40, 26);
    QTest::newRow("right top") << QPoint(1, -1) << QRect(470, 384, 46, 26);
    QTest::newRow("left") << QPoint(-1, 0) << QRect(476, 380, 34, 30);
    QTest::newRow("right") << QPoint(1, 0) << QRect(470, 380, 46, 30);
    QTest::newRow("left bottom") << QPoint(-1, 1) << QRect(476, 380, 34, 34);
    QTest::newRow("bottom") << QPoint(0, 1) << QRect(470, 380, 40, 34);
    QTest::newRow("right bottom") << QPoint(1, 1) << QRect(470, 380, 46, 34);
    QTest::newRow("inside") << QPoint(9, 9) << QRect(476, 384, 40, 30);
  }
  void handlesResize() {
    QFETCH(QPoint, side);
    QFETCH(QRect, expected);
    for (const double zoom : {2.0, 4.0}) {
      zoomTo(zoom, {490, 395});
      const QRect old(470, 380, 40, 30);
      canvas_->setSelection(old);
      const QRectF shown = canvas_->map().toWidget(old);
      // At the centre of a handle and near its edge.
      for (const int off : {0, 4, -4}) {
        canvas_->setSelection(old);
        const double half = CropTool::kHandle / 2 + off;
        QPointF place = shown.center();
        if (side == QPoint(9, 9)) {
          place += QPointF(off, off);
        } else {
          if (side.x() != 0) place.setX(side.x() < 0 ? shown.left() - half : shown.right() + half);
          if (side.y() != 0) place.setY(side.y() < 0 ? shown.top() - half : shown.bottom() + half);
        }
        const QPointF by = QPointF(6, 4) * zoom;
        QSignalSpy made(canvas_.get(), &Canvas::selectionMade);
        drag(*canvas_, place.toPoint(), (place + by).toPoint());
        QCOMPARE(canvas_->selection(), std::optional(expected));
        QCOMPARE(made.size(), 1);
      }
    }
  }

  void handlesCanBeTakenAtThePicturesEdge() {
    zoomTo(1, {0, 0});
    canvas_->setScene(sceneOf(600, 500));  // fills the canvas to its edges
    canvas_->setSelection(QRect(0, 0, 600, 500));
    QCOMPARE(canvas_->viewport().zoom(), 1.0);
    drag(*canvas_, {6, 6}, {36, 26});
    QCOMPARE(canvas_->selection(), std::optional(QRect(30, 20, 570, 480)));
  }

  void keysNudge() {
    canvas_->setSelection(QRect(100, 100, 30, 20));
    QSignalSpy made(canvas_.get(), &Canvas::selectionMade);
    QTest::keyClick(canvas_.get(), Qt::Key_Right);
    QCOMPARE(canvas_->selection(), std::optional(QRect(101, 100, 30, 20)));
    QTest::keyClick(canvas_.get(), Qt::Key_Up, Qt::ShiftModifier);
    QCOMPARE(canvas_->selection(), std::optional(QRect(101, 90, 30, 20)));
    QTest::keyClick(canvas_.get(), Qt::Key_Down, Qt::AltModifier);
    QCOMPARE(canvas_->selection(), std::optional(QRect(101, 90, 30, 21)));
    QTest::keyClick(canvas_.get(), Qt::Key_Left, Qt::AltModifier | Qt::ShiftModifier);
    QCOMPARE(canvas_->selection(), std::optional(QRect(101, 90, 20, 21)));
    QCOMPARE(made.size(), 4);
    canvas_->setSelection(QRect(0, 0, 30, 20));
    QTest::keyClick(canvas_.get(), Qt::Key_Left);
    QCOMPARE(canvas_->selection(), std::optional(QRect(0, 0, 30, 20)));
    QCOMPARE(made.size(), 4);
  }

  void escapeDrops() {
    canvas_->setSelection(QRect(100, 100, 30, 20));
    QSignalSpy dropped(canvas_.get(), &Canvas::selectionDropped);
    QTest::keyClick(canvas_.get(), Qt::Key_Escape);
    QVERIFY(!canvas_->selection());
    QCOMPARE(dropped.size(), 1);

    // Escape during the drag restores the rectangle.
    zoomTo(1, {500, 400});
    canvas_->setSelection(QRect(480, 380, 30, 20));
    QSignalSpy made(canvas_.get(), &Canvas::selectionMade);
    QTest::mousePress(canvas_.get(), Qt::LeftButton, {}, at(*canvas_, 490, 390));
    QTest::mouseMove(canvas_.get(), at(*canvas_, 530, 390));
    QTest::keyClick(canvas_.get(), Qt::Key_Escape);
    QTest::mouseRelease(canvas_.get(), Qt::LeftButton, {}, at(*canvas_, 530, 390));
    QCOMPARE(canvas_->selection(), std::optional(QRect(480, 380, 30, 20)));
    QCOMPARE(made.size(), 0);
  }

  void clicksReportMarks() {
    for (const auto kind : {Canvas::ToolKind::crop, Canvas::ToolKind::hand}) {
      canvas_->setToolKind(kind);
      zoomTo(1, {500, 400});
      canvas_->setMarks(marksAt({QRect(480, 380, 40, 40), QRect(490, 390, 10, 10)}, {1000, 800}));
      QSignalSpy clicked(canvas_.get(), &Canvas::markClicked);
      QSignalSpy empty(canvas_.get(), &Canvas::emptyClicked);
      QTest::mouseClick(canvas_.get(), Qt::LeftButton, Qt::ControlModifier, at(*canvas_, 495, 395));
      QCOMPARE(clicked.size(), 1);
      QCOMPARE(clicked.first().first().toUInt(), 1U);
      QCOMPARE(clicked.first().last().value<Qt::KeyboardModifiers>(),
               Qt::KeyboardModifiers(Qt::ControlModifier));
      QTest::mouseClick(canvas_.get(), Qt::LeftButton, {}, at(*canvas_, 515, 415));
      QCOMPARE(clicked.last().first().toUInt(), 0U);
      QTest::mouseClick(canvas_.get(), Qt::LeftButton, {}, at(*canvas_, 530, 415));
      QCOMPARE(empty.size(), 1);
      QCOMPARE(clicked.size(), 2);
      QVERIFY(!canvas_->selection());
    }
  }

  void handPans() {
    canvas_->setToolKind(Canvas::ToolKind::hand);
    zoomTo(2, {500, 400});
    const QPointF centre = canvas_->viewport().centre();
    drag(*canvas_, {300, 200}, {320, 240});
    QCOMPARE(canvas_->viewport().centre(), centre - QPointF(10, 20));
  }

  void lassoByClicks_data() {
    QTest::addColumn<int>("how");
    QTest::newRow("back at the start") << 0;
    QTest::newRow("double click") << 1;
    QTest::newRow("Enter") << 2;
  }
  void lassoByClicks() {
    QFETCH(int, how);
    canvas_->setToolKind(Canvas::ToolKind::lasso);
    zoomTo(4, {500, 400});
    const auto corner = [&](int x, int y) {
      return canvas_->viewport().toWidget(QPointF(x, y)).toPoint();
    };
    QSignalSpy made(canvas_.get(), &Canvas::lassoMade);
    const std::vector<QPoint> corners{{480, 380}, {520, 380}, {520, 410}, {480, 410}};
    for (const QPoint& point : corners) {
      QTest::mouseClick(canvas_.get(), Qt::LeftButton, {}, corner(point.x(), point.y()));
    }
    QCOMPARE(made.size(), 0);
    if (how == 0) QTest::mouseClick(canvas_.get(), Qt::LeftButton, {}, corner(481, 381));
    if (how == 1) QTest::mouseDClick(canvas_.get(), Qt::LeftButton, {}, corner(480, 410));
    if (how == 2) QTest::keyClick(canvas_.get(), Qt::Key_Return);
    QCOMPARE(made.size(), 1);
    const auto polygon = made.first().first().value<QPolygon>();
    QCOMPARE(polygon, QPolygon(QList<QPoint>(corners.begin(), corners.end())));
    QCOMPARE(lassoMaskOf(polygon).frame, QRect(480, 380, 40, 30));
  }

  void lassoByHandAndEscape() {
    canvas_->setToolKind(Canvas::ToolKind::lasso);
    zoomTo(2, {500, 400});
    QSignalSpy made(canvas_.get(), &Canvas::lassoMade);
    QTest::mousePress(canvas_.get(), Qt::LeftButton, {}, {200, 200});
    for (const QPoint place : {QPoint(260, 200), QPoint(300, 240), QPoint(260, 300),
                               QPoint(200, 280), QPoint(196, 204)}) {
      QTest::mouseMove(canvas_.get(), place);
    }
    QTest::mouseRelease(canvas_.get(), Qt::LeftButton, {}, {197, 203});
    QCOMPARE(made.size(), 1);
    QVERIFY(made.first().first().value<QPolygon>().size() >= 5);

    QTest::mouseClick(canvas_.get(), Qt::LeftButton, {}, {200, 200});
    QTest::mouseClick(canvas_.get(), Qt::LeftButton, {}, {300, 200});
    QTest::mouseClick(canvas_.get(), Qt::LeftButton, {}, {300, 300});
    QTest::keyClick(canvas_.get(), Qt::Key_Escape);
    QTest::keyClick(canvas_.get(), Qt::Key_Return);
    QCOMPARE(made.size(), 1);
  }

  void lassoMaskHoldsThePixelsWhoseMiddlesAreInside() {
    const LassoMask box =
        lassoMaskOf(QPolygon(QRect(10, 20, 5, 4)));  // its corners are one pixel less
    QCOMPARE(box.frame, QRect(10, 20, 5, 4));
    for (int y = 0; y < 4; ++y) {
      for (int x = 0; x < 5; ++x) QCOMPARE(sampleAt(*box.mask, x, y, 0), 255U);
    }
    const QPolygon hollow({{0, 0}, {40, 0}, {40, 30}, {20, 10}, {0, 30}});
    const LassoMask cut = lassoMaskOf(hollow);
    QCOMPARE(cut.frame, QRect(0, 0, 40, 30));
    for (int y = 0; y < 30; ++y) {
      for (int x = 0; x < 40; ++x) {
        // Below the notch, which runs from (20, 10) down to both sides, it is outside.
        const bool inside = !(y + 0.5 - 10 > std::abs(x + 0.5 - 20));
        if (y + 0.5 - 10 == std::abs(x + 0.5 - 20)) continue;
        QCOMPARE(sampleAt(*cut.mask, x, y, 0), inside ? 255U : 0U);
      }
    }
    QVERIFY(!lassoMaskOf(QPolygon({{0, 0}, {5, 5}, {9, 9}, {0, 0}})).frame.isEmpty());
    QVERIFY(lassoMaskOf(QPolygon({{0, 3}, {5, 3}, {9, 3}})).frame.isEmpty());
    // Far outside, where QPainter fails.
    const LassoMask far = lassoMaskOf(QPolygon(QRect(70000, 3, 8, 2)));
    QCOMPARE(sampleAt(*far.mask, 7, 1, 0), 255U);
  }

  void ignorePaintsACopyOfTheMask() {
    canvas_->setToolKind(Canvas::ToolKind::ignore);
    zoomTo(4, {500, 400});
    QSignalSpy made(canvas_.get(), &Canvas::ignoreMade);
    drag(*canvas_, at(*canvas_, 490, 400), at(*canvas_, 500, 400));
    QCOMPARE(made.size(), 0);  // no selection

    canvas_->setSelection(QRect(470, 380, 60, 40));
    drag(*canvas_, at(*canvas_, 490, 400), at(*canvas_, 500, 400));
    QCOMPARE(made.size(), 1);
    const auto first = made.first().first().value<PixelMask>();
    QVERIFY(first);
    QCOMPARE(first->size().width, std::int64_t{60});
    QCOMPARE(canvas_->selectionMask(), first);
    const auto valueAt = [](const PixelMask& mask, int x, int y) {
      return sampleAt(*mask, x - 470, y - 380, 0);
    };
    QCOMPARE(valueAt(first, 490, 400), 0U);
    QCOMPARE(valueAt(first, 495, 407), 0U);
    QCOMPARE(valueAt(first, 500, 400), 0U);
    QCOMPARE(valueAt(first, 495, 409), 255U);
    QCOMPARE(valueAt(first, 481, 400), 255U);
    QCOMPARE(valueAt(first, 472, 382), 255U);

    // The right button erases, in a new mask.
    drag(*canvas_, at(*canvas_, 490, 400), at(*canvas_, 490, 400), {}, Qt::RightButton);
    QCOMPARE(made.size(), 2);
    const auto second = made.last().first().value<PixelMask>();
    QCOMPARE(valueAt(second, 490, 400), 255U);
    QCOMPARE(valueAt(second, 503, 400), 0U);
    QCOMPARE(valueAt(first, 490, 400), 0U);

    // So does Alt.
    drag(*canvas_, at(*canvas_, 503, 400), at(*canvas_, 503, 400), Qt::AltModifier);
    QCOMPARE(valueAt(made.last().first().value<PixelMask>(), 503, 400), 255U);

    // A selection of another size has no mask.
    canvas_->setSelection(QRect(471, 380, 60, 40));
    QVERIFY(canvas_->selectionMask());
    canvas_->setSelection(QRect(471, 380, 61, 40));
    QVERIFY(!canvas_->selectionMask());
  }

  void brushChangesItsSize() {
    canvas_->setToolKind(Canvas::ToolKind::ignore);
    zoomTo(4, {500, 400});
    canvas_->setSelection(QRect(470, 380, 60, 40));
    for (int i = 0; i < 30; ++i) QTest::keyClick(canvas_.get(), Qt::Key_BracketLeft);
    QSignalSpy made(canvas_.get(), &Canvas::ignoreMade);
    QTest::mouseClick(canvas_.get(), Qt::LeftButton, {}, at(*canvas_, 490, 400));
    const auto ignored = [&] {
      const auto mask = made.last().first().value<PixelMask>();
      int count = 0;
      for (int y = 0; y < 40; ++y) {
        for (int x = 0; x < 60; ++x) count += sampleAt(*mask, x, y, 0) == 0 ? 1 : 0;
      }
      return count;
    };
    QCOMPARE(ignored(), 1);
    for (int i = 0; i < 3; ++i) QTest::keyClick(canvas_.get(), Qt::Key_BracketRight);
    QTest::mouseClick(canvas_.get(), Qt::LeftButton, {}, at(*canvas_, 490, 400));
    QVERIFY(ignored() > 9);
  }

  void ignoredPartsAreHatched() {
    zoomTo(4, {500, 400});
    canvas_->setSelection(QRect(480, 380, 20, 20));
    QTRY_COMPARE(shownAt(*canvas_, 490, 390), colourOf(490, 390));
    const QImage before = canvas_->grab().toImage();
    canvas_->setSelectionMask(std::make_shared<Image>(Size{20, 20}, PixelFormat{1, Depth::u8}));
    const QImage after = canvas_->grab().toImage();
    const QRect shown = canvas_->map().toWidget(QRect(480, 380, 20, 20)).toRect();
    for (int y = shown.top() + 2; y < shown.bottom() - 2; ++y) {
      QVERIFY(before.pixel(shown.left() + 9, y) != after.pixel(shown.left() + 9, y));
    }
    QCOMPARE(before.pixel(shown.right() + 30, 200), after.pixel(shown.right() + 30, 200));
  }

  void draggingBeyondTheEdgeScrolls() {
    zoomTo(2, {300, 300});
    const QPointF centre = canvas_->viewport().centre();
    QTest::mousePress(canvas_.get(), Qt::LeftButton, {}, {300, 250});
    QMouseEvent out(QEvent::MouseMove, QPointF(620, 250), canvas_->mapToGlobal(QPointF(620, 250)),
                    Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(canvas_.get(), &out);
    QTRY_VERIFY(canvas_->viewport().centre().x() > centre.x() + 50);
    QTest::mouseRelease(canvas_.get(), Qt::LeftButton, {}, {620, 250});
    QVERIFY(canvas_->selection()->width() > 160 + 50);
  }
};

ESPY_WINDOW_TEST(tools, ToolsTest);

}  // namespace espy::desktop
#include "tools_test.moc"
