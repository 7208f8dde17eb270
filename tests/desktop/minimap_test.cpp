// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/minimap.h"

#include "canvas/legend.h"
#include "canvas_scenes.h"
#include "desktop/window_tests.h"

namespace espy::desktop {

class MinimapTest : public QObject {
  Q_OBJECT

 private:
  std::unique_ptr<Canvas> canvas_;

  Minimap& map() const { return *canvas_->findChild<Minimap*>(); }

 private slots:
  void init() {
    canvas_ = std::make_unique<Canvas>();
    canvas_->resize(600, 500);
    canvas_->show();
    QVERIFY(QTest::qWaitForWindowExposed(canvas_.get()));
    canvas_->setScene(sceneOf(4000, 3000));
  }
  void cleanup() { canvas_.reset(); }

  void isThereWhileAPartIsSeen() {
    QVERIFY(map().isHidden());
    canvas_->actualSize();
    QVERIFY(map().isVisible());
    QVERIFY(canvas_->rect().contains(map().geometry()));
    canvas_->fit();
    QVERIFY(map().isHidden());
    canvas_->actualSize();
    canvas_->setMinimapWanted(false);
    QVERIFY(map().isHidden());
    canvas_->zoomBy(2);
    QVERIFY(map().isHidden());
    canvas_->setMinimapWanted(true);
    QVERIFY(map().isVisible());
    canvas_->setScene(nullptr);
    QVERIFY(map().isHidden());
  }

  void legendsLieBesideItOrAboveIt() {
    const QRect wide(0, 0, 900, 500);
    const QRect taken(750, 380, 140, 110);
    const QSizeF legend(380, 60);
    QCOMPARE(legendPlace(legend, wide, {}).bottom(), 490.0);
    QCOMPARE(legendPlace(legend, wide, taken), legendPlace(legend, wide, {}));
    const QRect narrow(0, 0, 440, 500);
    const QRectF place = legendPlace(legend, narrow, taken.translated(-460, 0));
    QVERIFY(!place.intersects(QRectF(taken.translated(-460, 0))));
    QVERIFY(QRectF(narrow).contains(place));

    // The legend is not covered by the minimap.
    canvas_->resize(300, 400);
    canvas_->setMarks(marksAt({QRect(5, 5, 20, 20)}, {4000, 3000}));
    MarkSettings settings;
    settings.pass = 2;
    canvas_->setMarkSettings(settings);
    canvas_->actualSize();
    QVERIFY(map().isVisible());
    const int top = map().y() - 20;
    const QImage with = canvas_->grab({0, 0, 300, top}).toImage();
    canvas_->setMinimapWanted(false);
    QVERIFY(canvas_->grab({0, 0, 300, top}).toImage() != with);  // moves down to the corner
  }

  void clicksAndDragsMoveTheView() {
    canvas_->actualSize();
    QTest::mouseClick(&map(), Qt::LeftButton, {}, {map().width() / 4, map().height() / 4});
    QVERIFY((canvas_->viewport().centre() - QPointF(1000, 750)).manhattanLength() < 60);
    const QPoint to(map().width() * 3 / 4, map().height() * 3 / 4);
    QTest::mousePress(&map(), Qt::LeftButton, {}, {4, 4});
    QMouseEvent move(QEvent::MouseMove, QPointF(to), map().mapToGlobal(QPointF(to)), Qt::NoButton,
                     Qt::LeftButton, {});
    QApplication::sendEvent(&map(), &move);
    QTest::mouseRelease(&map(), Qt::LeftButton, {}, to);
    QVERIFY((canvas_->viewport().centre() - QPointF(3000, 2250)).manhattanLength() < 60);
  }

  void showsThePictureTheMatchesAndTheView() {
    canvas_->actualSize();
    canvas_->centreOn(QRect(3000, 2250, 10, 10));
    QTest::qWait(50);
    const QImage before = map().grab().toImage();
    canvas_->setMarks(marksAt({QRect(400, 300, 40, 40)}, {4000, 3000}));
    const QImage after = map().grab().toImage();
    const QPoint dot(map().width() / 10, map().height() / 10);
    bool green = false;
    for (int y = -2; y <= 2; ++y) {
      for (int x = -2; x <= 2; ++x) {
        green = green || after.pixelColor(dot + QPoint(x, y)) == QColor(0, 0xc0, 0);
      }
    }
    QVERIFY(green);
    // The view is a black and white frame that shows the picture inside.
    const QPoint middle(map().width() * 3 / 4, map().height() * 3 / 4);
    bool white = false;
    for (int x = 0; x < map().width(); ++x) {
      white = white || after.pixelColor(x, middle.y()) == QColor(Qt::white);
    }
    QVERIFY(white);
    QVERIFY(before != after);
  }

  void paintingItDoesNotPaintTheCanvas() {
    canvas_->actualSize();
    QTest::qWait(300);
    int frames = 0;
    connect(canvas_.get(), &Canvas::framePainted, this, [&] { ++frames; });
    map().repaint();
    QCOMPARE(frames, 0);
  }
};

ESPY_WINDOW_TEST(minimap, MinimapTest);

}  // namespace espy::desktop
#include "minimap_test.moc"
