// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "model/picture.h"
#include "desktop/window_tests.h"

#include <QTest>

namespace espy::desktop {
namespace {

QImage gradient(QImage::Format format) {
  QImage image(37, 21, QImage::Format_RGBA64);
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      image.setPixelColor(x, y, QColor(x * 6, y * 12, 255 - x * 5, 255 - x * 3));
    }
  }
  return image.convertToFormat(format);
}

}  // namespace

class PictureTest : public QObject {
  Q_OBJECT

 private slots:
  void roundTrips_data() {
    QTest::addColumn<QImage::Format>("format");
    QTest::addColumn<int>("channels");
    QTest::addColumn<int>("bytes");
    QTest::newRow("RGB32") << QImage::Format_RGB32 << 3 << 1;
    QTest::newRow("RGB888") << QImage::Format_RGB888 << 3 << 1;
    QTest::newRow("BGR888") << QImage::Format_BGR888 << 3 << 1;
    QTest::newRow("ARGB32") << QImage::Format_ARGB32 << 4 << 1;
    QTest::newRow("RGBA8888") << QImage::Format_RGBA8888 << 4 << 1;
    QTest::newRow("Grayscale8") << QImage::Format_Grayscale8 << 1 << 1;
    QTest::newRow("Grayscale16") << QImage::Format_Grayscale16 << 1 << 2;
    QTest::newRow("RGBX64") << QImage::Format_RGBX64 << 3 << 2;
    QTest::newRow("RGBA64") << QImage::Format_RGBA64 << 4 << 2;
  }
  void roundTrips() {
    QFETCH(QImage::Format, format);
    QFETCH(int, channels);
    QFETCH(int, bytes);
    const QImage source = gradient(format);
    const Image image = imageFrom(source);
    QCOMPARE(image.format().channels, channels);
    QCOMPARE(image.format().bytesPerSample(), bytes);
    const QImage back = qImageFrom(image);
    QCOMPARE(back.size(), source.size());
    for (int y = 0; y < source.height(); ++y) {
      for (int x = 0; x < source.width(); ++x) {
        QCOMPARE(back.pixelColor(x, y), source.pixelColor(x, y));
      }
    }
  }

  void opaqueAlphaIsLeftOut() {
    QImage source(4, 4, QImage::Format_ARGB32);
    source.fill(QColor(1, 2, 3));
    QCOMPARE(imageFrom(source).format().channels, 3);
    source.setPixelColor(3, 3, QColor(1, 2, 3, 0));
    QCOMPARE(imageFrom(source).format().channels, 4);
    QVERIFY(imageFrom(QImage()).empty());
  }

  void thumbnailsFitAndKeepTheShape() {
    Image image({4000, 1000}, {3, Depth::u8});
    for (std::int64_t y = 0; y < 1000; ++y) {
      for (std::int64_t x = 0; x < 4000; ++x) image.pixels().pixel(x, y)[x < 2000 ? 0 : 2] = 200;
    }
    const QImage small = qImageFrom(image, {64, 64});
    QCOMPARE(small.size(), QSize(64, 16));
    QCOMPARE(small.pixelColor(10, 8), QColor(200, 0, 0));
    QCOMPARE(small.pixelColor(54, 8), QColor(0, 0, 200));
    QCOMPARE(qImageFrom(image, {5000, 5000}).size(), QSize(4000, 1000));
    // Very long ones keep one pixel of their short side.
    QCOMPARE(qImageFrom(Image({9000, 3}, {1, Depth::u8}), {48, 48}).size(), QSize(48, 1));
  }

  void greyAndAlphaBecomeColourAndAlpha() {
    Image image({2, 1}, {2, Depth::u8});
    setSample(image.pixels(), 1, 0, 0, 77);
    setSample(image.pixels(), 1, 0, 1, 255);
    const QImage shown = qImageFrom(image);
    QCOMPARE(shown.pixelColor(1, 0), QColor(77, 77, 77));
    QCOMPARE(shown.pixelColor(0, 0).alpha(), 0);
  }

  void cutsOutWhatIsRequested() {
    Image image({10, 8}, {1, Depth::u8});
    for (int y = 0; y < 8; ++y) {
      for (int x = 0; x < 10; ++x)
        setSample(image.pixels(), x, y, 0, static_cast<std::uint32_t>(y * 16 + x));
    }
    const Image part = cutOut(image, QRect(3, 2, 4, 5));
    QCOMPARE(part.size().width, std::int64_t{4});
    QCOMPARE(part.size().height, std::int64_t{5});
    QCOMPARE(sampleAt(part, 0, 0, 0), 35U);
    QCOMPARE(sampleAt(part, 3, 4, 0), 102U);
  }
};

ESPY_WINDOW_TEST(picture, PictureTest);

}  // namespace espy::desktop
#include "picture_test.moc"
