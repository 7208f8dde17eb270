// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/viewport.h"

#include <QTest>

#include "canvas/device_map.h"
#include "desktop/window_tests.h"

namespace espy::desktop {

class ViewportTest : public QObject {
  Q_OBJECT

 private slots:
  void fitsALargePictureAndNoSmallOne() {
    Viewport view;
    view.setWidget({800, 600});
    view.setPicture({8000, 3000});
    view.fit();
    QCOMPARE(view.zoom(), 0.1);
    QCOMPARE(view.centre(), QPointF(4000, 1500));
    view.setPicture({300, 200});
    QCOMPARE(view.zoom(), 1.0);
    view.setPicture({20, 20});
    QVERIFY(view.zoom() > 8);
    QVERIFY(view.zoom() * 20 <= 600);
  }

  void aTinyPictureIsSeenAtItsOwnSize() {
    Viewport view;
    view.setWidget({800, 600});
    view.setPicture({20, 20});
    view.zoomAt({400, 300}, 1 / view.zoom());
    QCOMPARE(view.zoom(), 1.0);
    QVERIFY(!view.isFit());
  }

  void staysFitWhenTheWidgetChanges() {
    Viewport view;
    view.setWidget({800, 600});
    view.setPicture({8000, 3000});
    QVERIFY(view.isFit());
    view.setWidget({400, 600});
    QCOMPARE(view.zoom(), 0.05);
    view.moveBy({10, 0});
    QVERIFY(!view.isFit());
  }

  void zoomKeepsThePlaceUnderThePointer() {
    Viewport view;
    view.setWidget({800, 600});
    view.setPicture({8000, 6000});
    for (const QPointF place : {QPointF(400, 300), QPointF(13, 577), QPointF(799, 0)}) {
      view.fit();
      for (const double factor : {1.3, 2.0, 5.0, 0.7, 3.0, 0.5}) {
        const QPointF before = view.toPicture(place);
        view.zoomAt(place, factor);
        const QPointF after = view.toPicture(place);
        QVERIFY(std::abs(before.x() - after.x()) * view.zoom() < 1e-6);
        QVERIFY(std::abs(before.y() - after.y()) * view.zoom() < 1e-6);
      }
    }
  }

  void zoomEndsAtBothEnds() {
    Viewport view;
    view.setWidget({800, 600});
    view.setPicture({8000, 6000});
    view.zoomAt({1, 1}, 1e9);
    QCOMPARE(view.zoom(), Viewport::kMostZoom);
    view.zoomAt({1, 1}, 1e-9);
    QCOMPARE(view.zoom(), 0.1);
    QVERIFY(view.isFit());
    QCOMPARE(view.centre(), QPointF(4000, 3000));
  }

  void roundTrips() {
    Viewport view;
    view.setWidget({801, 333});
    view.setPicture({40000, 50000});
    view.setZoom(3.7);
    view.centreOn({39999.5, 12.25});
    const QPointF point(39990.25, 17.5);
    const QPointF back = view.toPicture(view.toWidget(point));
    QVERIFY(QPointF(back - point).manhattanLength() < 1e-9);
    QVERIFY(view.visible().right() <= 40000);
    QCOMPARE(view.visible().top(), 0.0);
  }

  void neverLosesThePicture() {
    Viewport view;
    view.setWidget({800, 600});
    view.setPicture({8000, 6000});
    view.setZoom(1);
    view.moveBy({1e7, -1e7});
    QCOMPARE(view.centre(), QPointF(0, 6000));
  }

  /// At any zoom, a device column shows the pixel whose edges enclose it.
  void screenColumnsFollowTheEdges() {
    for (const double zoom : {0.3, 1.0, 1.37, 2.0, 7.77, 64.0}) {
      for (const double ratio : {1.0, 1.5, 2.0}) {
        Viewport view;
        view.setWidget({301, 200});
        view.setPicture({50000, 300});
        view.setZoom(zoom);
        view.centreOn({40000.3, 111.7});
        const DeviceMap map(view, {301, 200}, ratio);
        for (int x = 0; x < map.width; ++x) {
          const std::int64_t pixel = map.pictureX(x);
          QVERIFY(map.edgeX(static_cast<double>(pixel)) <= x);
          QVERIFY(map.edgeX(static_cast<double>(pixel) + 1) > x);
        }
      }
    }
  }
};

ESPY_WINDOW_TEST(viewport, ViewportTest);

}  // namespace espy::desktop
#include "viewport_test.moc"
