// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/overlay.h"

#include <QPainter>
#include <QTest>
#include <random>

#include "desktop/window_tests.h"
#include "espy/engine/all.h"
#include "espy/engine/find.h"

namespace espy::desktop {
namespace {

struct Case {
  QSize picture;
  std::vector<Match> matches;
  std::shared_ptr<const Marks> marks;
};

Case randomCase(std::mt19937& random) {
  const auto upTo = [&](int most) { return std::uniform_int_distribution<int>(0, most)(random); };
  Case made;
  made.picture = QSize(60 + upTo(200), 60 + upTo(150));
  std::vector<Mark> marks;
  for (int count = 1 + upTo(25); count > 0; --count) {
    const int width = 1 + upTo(29);
    const int height = 1 + upTo(29);
    Match match;
    match.x = static_cast<std::uint32_t>(upTo(made.picture.width() - width));
    match.y = static_cast<std::uint32_t>(upTo(made.picture.height() - height));
    match.width = static_cast<std::uint32_t>(width);
    match.height = static_cast<std::uint32_t>(height);
    const QRect window(static_cast<int>(match.x), static_cast<int>(match.y), width, height);
    marks.push_back({window, 0, static_cast<std::uint32_t>(made.matches.size()), 1});
    made.matches.push_back(match);
  }
  made.marks = std::make_shared<Marks>(std::move(marks), std::vector<QColor>{QColor(0, 0xc0, 0)},
                                       made.picture);
  return made;
}

/// A match rotated around this centre, in the smallest window that contains it.
Match turnedMatch(QPointF middle, QSize needle, float angle, float scale, bool mirrored) {
  Match match;
  match.needleWidth = static_cast<std::uint32_t>(needle.width());
  match.needleHeight = static_cast<std::uint32_t>(needle.height());
  match.angle = angle;
  match.scale = scale;
  match.mirrored = mirrored;
  double half[2] = {0, 0};
  for (const SubPixel& corner : outlineOf(match).corners) {
    half[0] = std::max(half[0], std::abs(corner.x));
    half[1] = std::max(half[1], std::abs(corner.y));
  }
  match.width = 2 * static_cast<std::uint32_t>(std::ceil(half[0] - 1e-9));
  match.height = 2 * static_cast<std::uint32_t>(std::ceil(half[1] - 1e-9));
  match.x = static_cast<std::uint32_t>(middle.x()) - match.width / 2;
  match.y = static_cast<std::uint32_t>(middle.y()) - match.height / 2;
  return match;
}

std::shared_ptr<const Marks> marksOf(const std::vector<Match>& matches, QSize picture,
                                     std::vector<PixelMask> shapes = {}) {
  MarkList list;
  for (const Match& match : matches) {
    list.add(match, 0, static_cast<std::uint32_t>(list.marks.size()));
  }
  return std::make_shared<const Marks>(
      Marks::of(std::move(list), {QColor(0, 0xc0, 0)}, picture, std::move(shapes)));
}

/// Rotated and upright matches.
Case turnedCase(std::mt19937& random) {
  const auto upTo = [&](int most) { return std::uniform_int_distribution<int>(0, most)(random); };
  Case made = randomCase(random);
  for (int count = 1 + upTo(12); count > 0; --count) {
    const QSize needle(2 + upTo(12), 2 + upTo(12));
    const QPointF middle(22 + upTo(made.picture.width() - 44),
                         22 + upTo(made.picture.height() - 44));
    made.matches.push_back(turnedMatch(middle, needle, static_cast<float>(upTo(3599)) / 10,
                                       static_cast<float>(50 + upTo(100)) / 100, upTo(1) == 1));
    made.matches.back().centreX = static_cast<float>(upTo(4000) - 2000) / 4096;
    made.matches.back().centreY = static_cast<float>(upTo(4000) - 2000) / 4096;
  }
  made.marks = marksOf(made.matches, made.picture);
  return made;
}

/// A 1:1 map with the picture in the centre of a widget of this size.
DeviceMap atOwnSize(QSize picture, QSize widget) {
  Viewport view;
  view.setWidget(widget);
  view.setPicture(picture);
  view.setZoom(1);
  return DeviceMap(view, widget, 1);
}

/// Settings for merged outlines, as pass 3 paints them.
MarkSettings regions() {
  MarkSettings settings;
  settings.boxes = false;
  return settings;
}

Image greyScene(QSize size, int value) {
  Image scene({size.width(), size.height()}, {3, Depth::u8});
  for (int y = 0; y < size.height(); ++y) {
    std::fill_n(scene.pixels().row(y), 3 * size.width(), static_cast<std::uint8_t>(value));
  }
  return scene;
}

}  // namespace

class OverlayTest : public QObject {
  Q_OBJECT

 private slots:
  /// The overlay on a picture equals the core's marking.
  void isTheCoresMarkingAtOwnSize_data() {
    QTest::addColumn<int>("style");
    QTest::addColumn<bool>("turned");
    for (const bool turned : {false, true}) {
      const auto row = [turned](const char* name, MarkStyle style) {
        QTest::newRow(turned ? qPrintable(QStringLiteral("turned, %1").arg(QLatin1String(name)))
                             : name)
            << static_cast<int>(style) << turned;
      };
      row("outline", MarkStyle::outline);
      row("whiteout", MarkStyle::whiteout);
      row("dim", MarkStyle::dim);
      row("lighten", MarkStyle::lighten);
      row("none", MarkStyle::none);
    }
  }
  void isTheCoresMarkingAtOwnSize() {
    QFETCH(int, style);
    QFETCH(bool, turned);
    const Registry registry = makeRegistry();
    std::mt19937 random(3);
    for (int round = 0; round < 40; ++round) {
      const Case one = turned ? turnedCase(random) : randomCase(random);
      MarkOptions options;
      options.style = static_cast<MarkStyle>(style);
      options.thickness = 2 + round % 6;
      const Image scene = greyScene(one.picture, 90);
      const Size size = scene.size();
      const Image flags = flagPlane(registry, "reference", size, one.matches);
      const Image marked = markedCopy(registry, "reference", scene, flags, options);

      Overlay overlay;
      MarkSettings settings = regions();
      settings.style = options.style;
      settings.thickness = options.thickness;
      overlay.setMarks(one.marks, one.picture);
      overlay.setSettings(settings);
      const QSize widget(one.picture.width() + round % 3, one.picture.height() + 40);
      const DeviceMap map = atOwnSize(one.picture, widget);
      QImage shown(widget, QImage::Format_RGB32);
      shown.fill(QColor(90, 90, 90));
      QPainter painter(&shown);
      QCOMPARE(overlay.empty(), options.style == MarkStyle::none);
      if (!overlay.empty()) painter.drawImage(0, 0, overlay.image(map, {}));
      painter.end();
      for (int y = 0; y < one.picture.height(); ++y) {
        for (int x = 0; x < one.picture.width(); ++x) {
          const QColor got = shown.pixelColor(map.edgeX(x), map.edgeY(y));
          const std::uint8_t* expected = marked.view().pixel(x, y);
          QCOMPARE(got, QColor(expected[0], expected[1], expected[2]));
        }
      }
    }
  }

  void passTwoShowsTheFlagPlane() {
    const Registry registry = makeRegistry();
    std::mt19937 random(5);
    for (int round = 0; round < 20; ++round) {
      const Case one = round % 2 == 0 ? randomCase(random) : turnedCase(random);
      const Size size{one.picture.width(), one.picture.height()};
      const Image flags = flagPlane(registry, "reference", size, one.matches);
      Overlay overlay;
      MarkSettings settings;
      settings.pass = 2;
      overlay.setMarks(one.marks, one.picture);
      overlay.setSettings(settings);
      // At three times the size, base pixels are scaled, too.
      Viewport view;
      const QSize widget = one.picture * 3;
      view.setWidget(widget);
      view.setPicture(one.picture);
      view.setZoom(3);
      const DeviceMap map(view, widget, 1);
      const QImage& shown = overlay.image(map, {});
      for (int y = 0; y < one.picture.height(); ++y) {
        for (int x = 0; x < one.picture.width(); ++x) {
          const int alpha = qAlpha(shown.pixel(map.edgeX(x) + 1, map.edgeY(y) + 1));
          const int flag = *flags.view().pixel(x, y);
          QCOMPARE(alpha, flag == kFlagBase ? 255 : flag == kFlagInside ? 128 : 170);
        }
      }
    }
  }

  /// Lines follow the needle; a stem marks its top.
  void aTurnedBoxIsItsQuadrilateral() {
    const QSize picture(300, 300);
    for (const bool mirrored : {false, true}) {
      const Match match = turnedMatch({150, 150}, {100, 60}, 30, 1, mirrored);
      Overlay overlay;
      overlay.setMarks(marksOf({match}, picture), picture);
      overlay.setSettings({});
      const QImage& shown = overlay.image(atOwnSize(picture, picture), {});
      const auto outline = PosedOutline(match);
      const QPointF across = (outline.corners[1] - outline.corners[0]) / 100;
      const QPointF down = (outline.corners[3] - outline.corners[0]) / 60;
      const auto at = [&](double right, double below) {
        const QPointF place = QPointF(150, 150) + across * right + down * below;
        return shown.pixel(static_cast<int>(std::floor(place.x())),
                           static_cast<int>(std::floor(place.y())));
      };
      const auto isGreen = [](QRgb pixel) { return qGreen(pixel) > 150 && qRed(pixel) < 100; };
      QCOMPARE(qAlpha(at(0, 0)), 0);
      for (const double along : {-40.0, -20.0, 20.0, 40.0}) {
        QVERIFY(isGreen(at(along, 32)) && isGreen(at(along, -32)));
        QCOMPARE(qAlpha(at(along, 40)), 0);
        QCOMPARE(qAlpha(at(along, -40)), 0);  // next to the stem
        QCOMPARE(qAlpha(at(along, 27)), 0);
      }
      for (const double along : {-25.0, 0.0, 25.0}) {
        QVERIFY(isGreen(at(52, along)) && isGreen(at(-52, along)));
      }
      QVERIFY(qAlpha(at(0, -39)) > 200);  // the stem
      QCOMPARE(qAlpha(at(0, 39)), 0);     // on one side only
      // The window's corners stay clear.
      QCOMPARE(qAlpha(shown.pixel(static_cast<int>(match.x), static_cast<int>(match.y))), 0);
      overlay.setSelected({0});
      QVERIFY(qAlpha(overlay.image(atOwnSize(picture, picture), {}).pixel(0, 0)) == 0);
      QVERIFY(qAlpha(at(-30, 36)) > 200);  // ring of the selected mark
    }
  }

  /// In dense views rotated boxes have thin lines, except for selected ones.
  void aScreenFullOfTurnedBoxesIsThin() {
    const QSize picture(1000, 800);
    std::vector<Match> matches;
    for (int y = 140; y < 660; y += 26) {
      for (int x = 140; x < 860; x += 26) {
        matches.push_back(turnedMatch(QPointF(x, y), {180, 120}, 20, 1, false));
      }
    }
    const auto lightPixels = [&](const std::vector<Match>& of, bool select) {
      Overlay overlay;
      overlay.setMarks(marksOf(of, picture), picture);
      overlay.setSettings({});
      if (select) overlay.setSelected({0});
      const QImage& shown = overlay.image(atOwnSize(picture, picture), {});
      int light = 0;
      int green = 0;
      for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x) {
          light += qRed(shown.pixel(x, y)) > 120 ? 1 : 0;
          green += shown.pixel(x, y) == QColor(0, 0xc0, 0).rgb() ? 1 : 0;
        }
      }
      return green > 400 ? light : -1;
    };
    QVERIFY(lightPixels({matches[0]}, false) > 0);
    QCOMPARE(lightPixels(matches, false), 0);
    QVERIFY(lightPixels(matches, true) > 0);
  }

  /// Only the rotated shape of a needle with a mask is drawn.
  void aTurnedLassoKeepsItsShape() {
    const QSize picture(300, 300);
    auto mask = std::make_shared<Image>(Size{100, 60}, PixelFormat{1, Depth::u8});
    for (int y = 0; y < 60; ++y) {
      for (int x = 0; x < 50; ++x) *mask->pixels().pixel(x, y) = 255;  // its left half
    }
    const Match match = turnedMatch({150, 150}, {100, 60}, 90, 1, false);
    Overlay overlay;
    overlay.setMarks(marksOf({match}, picture, {mask}), picture);
    overlay.setSettings({});
    const QImage& shown = overlay.image(atOwnSize(picture, picture), {});
    // After a quarter turn its left half is the lower one.
    QVERIFY(qAlpha(shown.pixel(150 - 32, 180)) > 200);
    QVERIFY(qAlpha(shown.pixel(150 + 32, 180)) > 200);
    QCOMPARE(qAlpha(shown.pixel(150 + 32, 120)), 0);
    QVERIFY(qAlpha(shown.pixel(160, 150 - 2)) > 200);
  }

  /// At any zoom painting stays near the match, and huge boxes need no memory.
  void hugeTurnedBoxesAreCutOff() {
    const QSize picture(40000, 40000);
    const Match match = turnedMatch({20000, 20000}, {20000, 16000}, 33, 1, false);
    for (const bool boxes : {true, false}) {
      Overlay overlay;
      overlay.setMarks(marksOf({match}, picture), picture);
      MarkSettings settings;
      settings.boxes = boxes;
      overlay.setSettings(settings);
      Viewport view;
      view.setWidget({400, 300});
      view.setPicture(picture);
      for (const double zoom : {0.001, 0.01, 1.0, 32.0}) {
        view.setZoom(zoom);
        view.centreOn(QPointF(20000, 20000));
        const QImage& shown = overlay.image(DeviceMap(view, {400, 300}, 1), {});
        QCOMPARE(shown.size(), QSize(400, 300));
        QCOMPARE(qAlpha(shown.pixel(2, 2)), 0);
      }
    }
  }

  void passOneShowsBasePixelsOfThreeScreenPixels() {
    const std::vector<Mark> one{{QRect(400, 300, 50, 40), 0, 0, 1}};
    Overlay overlay;
    MarkSettings settings;
    settings.pass = 1;
    const QSize picture(800, 600);
    overlay.setMarks(std::make_shared<Marks>(one, std::vector<QColor>{Qt::red}, picture), picture);
    overlay.setSettings(settings);
    Viewport view;
    view.setWidget({400, 300});
    view.setPicture(picture);
    const DeviceMap map(view, {400, 300}, 1);
    const QImage& shown = overlay.image(map, {});
    int count = 0;
    for (int y = 0; y < 300; ++y) {
      for (int x = 0; x < 400; ++x) count += shown.pixel(x, y) == kBaseColour ? 1 : 0;
    }
    QCOMPARE(count, 9);
    QCOMPARE(shown.pixel(200, 150), kBaseColour);
    QCOMPARE(qAlpha(shown.pixel(220, 160)), 170);  // inside: not known in the first pass
  }

  void outlineOfASmallPictureIsTwoScreenPixels() {
    const std::vector<Mark> one{{QRect(4000, 3000, 500, 400), 0, 0, 1}};
    Overlay overlay;
    const QSize picture(8000, 6000);
    overlay.setMarks(std::make_shared<Marks>(one, std::vector<QColor>{Qt::red}, picture), picture);
    overlay.setSettings(regions());
    Viewport view;
    view.setWidget({400, 300});
    view.setPicture(picture);
    const DeviceMap map(view, {400, 300}, 1);
    const QImage& shown = overlay.image(map, {});
    const QRgb red = QColor(Qt::red).rgba();
    QCOMPARE(shown.pixel(197, 155), 0U);
    QCOMPARE(shown.pixel(198, 155), red);
    QCOMPARE(shown.pixel(199, 155), red);
    QCOMPARE(shown.pixel(200, 155), 0U);
    QCOMPARE(shown.pixel(224, 155), 0U);
    QCOMPARE(shown.pixel(225, 155), red);
    QCOMPARE(shown.pixel(226, 155), red);
    QCOMPARE(shown.pixel(227, 155), 0U);
  }

  void marksHaveTheirOwnColoursAndSelectedOnesARing() {
    const std::vector<Mark> two{{QRect(20, 20, 20, 20), 0, 0, 1}, {QRect(70, 20, 20, 20), 1, 1, 2}};
    const QSize picture(120, 60);
    Overlay overlay;
    overlay.setMarks(std::make_shared<Marks>(two, std::vector<QColor>{Qt::red, Qt::blue}, picture),
                     picture);
    overlay.setSettings(regions());
    const DeviceMap map = atOwnSize(picture, picture);
    QImage shown = overlay.image(map, {});
    QCOMPARE(shown.pixelColor(18, 30), QColor(Qt::red));
    QCOMPARE(shown.pixelColor(68, 30), QColor(Qt::blue));
    QCOMPARE(shown.pixel(66, 30), 0U);

    overlay.setSelected({1});
    shown = overlay.image(map, {});
    QCOMPARE(shown.pixelColor(68, 30), QColor(Qt::blue));
    QCOMPARE(shown.pixel(16, 30), 0U);
    bool white = false;
    bool black = false;
    for (int y = 20; y < 40; ++y) {
      const QColor ring = shown.pixelColor(66, y);
      white = white || ring == QColor(Qt::white);
      black = black || ring == QColor(Qt::black);
    }
    QVERIFY(white && black);
  }

  void numbersAreWrittenWhereTheyCanBeRead() {
    std::mt19937 random(9);
    const std::vector<Mark> one{{QRect(60, 40, 20, 20), 0, 0, 7}};
    const QSize picture(120, 90);
    Overlay overlay;
    overlay.setMarks(std::make_shared<Marks>(one, std::vector<QColor>{Qt::yellow}, picture),
                     picture);
    MarkSettings settings;
    settings.style = MarkStyle::none;
    settings.numbers = true;
    overlay.setSettings(settings);
    QVERIFY(!overlay.empty());
    const QImage& shown = overlay.image(atOwnSize(picture, picture), QFont());
    QCOMPARE(shown.pixelColor(61, 38), QColor(Qt::yellow));
    QCOMPARE(shown.pixel(61, 41), 0U);
    bool dark = false;
    for (int y = 20; y < 40; ++y) {
      for (int x = 60; x < 80; ++x) dark = dark || qGray(shown.pixel(x, y)) < 60;
    }
    QVERIFY(dark);
  }

  void numbersComeInFromAllSides_data() {
    QTest::addColumn<QPoint>("corner");
    QTest::addColumn<double>("ratio");
    for (const double ratio : {1.0, 1.5}) {
      for (const QPoint corner :
           {QPoint(0, 0), QPoint(55, 0), QPoint(114, 0), QPoint(0, 40), QPoint(114, 40),
            QPoint(0, 84), QPoint(55, 84), QPoint(114, 84)}) {
        QTest::addRow("at %d, %d, ratio %g", corner.x(), corner.y(), ratio) << corner << ratio;
      }
    }
  }
  void numbersComeInFromAllSides() {
    QFETCH(const QPoint, corner);
    QFETCH(const double, ratio);
    const QSize picture(120, 90);
    // Reference size: a label in the middle; others must be fully visible, too.
    const auto labelAt = [&](const QPoint& place) {
      const std::vector<Mark> one{{QRect(place, QSize(6, 6)), 0, 0, 12345}};
      Overlay overlay;
      overlay.setMarks(std::make_shared<Marks>(one, std::vector<QColor>{Qt::yellow}, picture),
                       picture);
      MarkSettings settings;
      settings.style = MarkStyle::none;
      settings.numbers = true;
      overlay.setSettings(settings);
      Viewport view;
      view.setWidget(picture);
      view.setPicture(picture);
      view.setZoom(1);
      QFont font;
      font.setPixelSize(13);
      const QImage& shown = overlay.image(DeviceMap(view, picture, ratio), font);
      QRect seen;
      for (int y = 0; y < shown.height(); ++y) {
        for (int x = 0; x < shown.width(); ++x) {
          if (shown.pixelColor(x, y) == QColor(Qt::yellow)) seen |= QRect(x, y, 1, 1);
        }
      }
      return seen;
    };
    const QSize whole = labelAt({40, 45}).size();
    QVERIFY(whole.width() > 20 && whole.height() > 8);
    const QSize seen = labelAt(corner).size();
    // Edges between device pixels are blended.
    QVERIFY(std::abs(seen.width() - whole.width()) <= 1);
    QVERIFY(std::abs(seen.height() - whole.height()) <= 1);
  }
};

ESPY_WINDOW_TEST(overlay, OverlayTest);

}  // namespace espy::desktop
#include "overlay_test.moc"
