// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDropEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QTemporaryDir>
#include <QToolButton>
#include <QUrl>

#include "desktop/shots.h"
#include "desktop/tile_scene.h"
#include "index/index_dialog.h"
#include "options/options_panel.h"
#include "results/counts_view.h"
#include "results/results_view.h"
#include "support/figures.h"
#include "widgets/notice_bar.h"
#include "window/picture_page.h"

/// Screenshots of the picture: needles, cuts, marks and notices.
namespace espy::desktop {

inline constexpr QRect kTraveller(743, 790, 16, 16);

inline void open(MainWindow& window, const char* name) {
  window.bench().openScene(sample(name));
  await("the scene is read", [&] { return window.bench().scene() != nullptr; });
}

inline void showEmpty(MainWindow& /*window*/) {}

inline void showFound(MainWindow& window) {
  window.findTheTraveller();
  awaitMatches(window);
  centreOn(window, kTraveller, 4);
}

inline void showMany(MainWindow& window) {
  open(window, "pattern_many.pgm");
  MarkSettings marks = window.bench().markSettings();
  marks.numbers = true;
  window.bench().setMarkSettings(marks);
  window.bench().openNeedles({sample("pattern.pgm")});
  awaitMatches(window);
  settle(window);
  QTest::mouseClick(&window.canvas(), Qt::LeftButton, {}, placeOf(window, {209, 398}));
}

/// A traveller with another nose, who is not in the crowd.
inline PicturePtr stranger() {
  auto picture = std::make_shared<Picture>();
  QImage pixels(sample("traveller.ppm"));
  pixels.setPixelColor(8, 6, Qt::green);
  pixels.setPixelColor(9, 6, Qt::green);
  picture->image = imageFrom(pixels);
  picture->name = QStringLiteral("stranger");
  return picture;
}

/// A level of a game, found by an index of its tiles.
inline void showIndex(MainWindow& window) {
  static const QTemporaryDir folder;
  const QString tiles = folder.filePath(QStringLiteral("tiles"));
  const QString index = folder.filePath(QStringLiteral("tiles.esi"));
  writeTiles(tiles);
  drawnLevel(20, 12).save(folder.filePath(QStringLiteral("level.png")));
  if (!QFileInfo::exists(index)) {
    IndexDialog dialog;
    dialog.setFolder(tiles);
    dialog.make();
    await("the index is made", [&] { return !dialog.running(); });
  }
  window.bench().openScene(folder.filePath(QStringLiteral("level.png")));
  window.bench().openNeedles({index});
  awaitMatches(window);
  settle(window);
}

inline void showMap(MainWindow& window) {
  showIndex(window);
  window.results().showNameMap();
}

inline void showMakeIndex(MainWindow& window) {
  showIndex(window);
  window.actions().at(ActionId::makeIndex)->trigger();
  auto& dialog = *window.findChild<IndexDialog*>();
  dialog.setFolder(QStringLiteral("tiles"));
  dialog.resize(dialog.sizeHint());
}

/// Figures that are bent, turned and of other colours than the needle, found by their outlines.
inline void showOutline(MainWindow& window) {
  const test::Figure figure = test::Figure::ofClass(3);
  auto needle = std::make_shared<Picture>();
  needle->image = test::figureNeedle(figure, 100);
  needle->name = QStringLiteral("figure");
  auto scene = std::make_shared<Picture>();
  scene->image = Image({520, 400}, {3, Depth::u8});
  const MutableImageView pixels = scene->image.pixels();
  for (std::int64_t y = 0; y < 400; ++y) std::fill_n(pixels.row(y), 3 * 520, 215);
  test::Random random(2);
  constexpr std::uint8_t kColours[4][3] = {
      {160, 30, 40}, {40, 60, 150}, {30, 110, 60}, {90, 70, 50}};
  for (int n = 0; n < 4; ++n) {
    test::drawFigure(pixels,
                     test::PlacedFigure(figure.bent(random, 0.5, 0.1, 0.1), 130 + n % 2 * 260,
                                        100 + n / 2 * 200, 110 + 20 * n, 0.7 + n),
                     kColours[n]);
  }
  scene->name = QStringLiteral("figures");
  SearchSettings settings = window.bench().settings();
  settings.method = Method::outline;
  settings.minScore = kOutlineScore;
  settings.select.overlap = kScoredOverlap;
  window.bench().setSettings(settings);
  for (auto* button : window.page().options().findChildren<QToolButton*>()) {
    if (button->objectName() == QLatin1String("details")) {
      button->setChecked(true);
      break;
    }
  }
  window.bench().setScene(scene);
  window.bench().addNeedle(needle);
  awaitMatches(window);
}

inline void showNothing(MainWindow& window) {
  open(window, "crowd.ppm");
  SearchSettings settings = window.bench().settings();
  settings.method = Method::zncc;
  settings.minScore = 0.99;
  settings.select.overlap = 0.5;
  window.bench().setSettings(settings);
  window.bench().addNeedle(stranger());
  await("there is a notice", [&] { return window.notice().isVisible(); });
}

inline void showHint(MainWindow& window) {
  showNothing(window);
  centreOn(window, kTraveller, 4);
  window.notice().findChildren<QToolButton*>().at(1)->click();
}

inline void showTrouble(MainWindow& window) {
  window.bench().openScene(QStringLiteral("/nowhere/holiday.png"));
  await("there is a notice", [&] { return window.notice().isVisible(); });
}

inline void showCrop(MainWindow& window) {
  open(window, "crowd.ppm");
  centreOn(window, kTraveller, 6);
  drag(window, {{730, 775}, {750, 790}, {764, 812}});
  settle(window);
  pressAndMove(window, {{765.5, 813.5}, {767, 815}, {771, 818}});
}

inline void showLasso(MainWindow& window) {
  open(window, "crowd.ppm");
  centreOn(window, kTraveller, 12);
  window.actions().at(ActionId::toolLasso)->trigger();
  drag(window, {{751, 787},
                {745, 789},
                {742, 797},
                {743, 807},
                {758, 807},
                {760, 796},
                {757, 789},
                {751, 787}});
  window.actions().at(ActionId::toolIgnore)->trigger();
  drag(window, {{746, 804}, {750, 804}, {756, 804}});
  QTest::mouseMove(&window.canvas(), placeOf(window, {756, 804}));
}

inline void showPasses(MainWindow& window) {
  open(window, "pattern_many.pgm");
  window.bench().openNeedles({sample("pattern.pgm")});
  awaitMatches(window);
  centreOn(window, {512, 512, 32, 16}, 6);
  window.actions().at(ActionId::passTwo)->trigger();
}

inline void showZones(MainWindow& window) {
  showFound(window);
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(sample("traveller.ppm"))});
  const QPoint place(window.width() / 25, window.height() / 2);
  QDragEnterEvent enter(place, Qt::CopyAction, &data, Qt::LeftButton, {});
  QApplication::sendEvent(&window, &enter);
}

inline void showPixels(MainWindow& window) {
  window.findTheTraveller();
  awaitMatches(window);
  centreOn(window, {748, 798, 6, 6}, 40);
}

/// 15,000 dots, all matched, zoomed to fit.
inline void showDots(MainWindow& window) {
  auto picture = std::make_shared<Picture>();
  picture->image = Image({1800, 1200}, {3, Depth::u8});
  const MutableImageView pixels = picture->image.pixels();
  for (int y = 0; y < 1200; ++y) {
    for (int x = 0; x < 1800; ++x) {
      const bool dot = x % 12 / 4 == 1 && y % 12 / 4 == 1;
      std::uint8_t* pixel = pixels.row(y) + 3 * x;
      pixel[0] = dot ? 20 : 235;
      pixel[1] = dot ? 20 : static_cast<std::uint8_t>(215 + x / 90);
      pixel[2] = dot ? 60 : static_cast<std::uint8_t>(200 + y / 40);
    }
  }
  picture->name = QStringLiteral("dots");
  window.bench().setScene(picture);
  SearchSettings settings = window.bench().settings();
  settings.tolerance = 60;
  window.bench().setSettings(settings);
  window.bench().cut(QRect(903, 603, 6, 6));
  awaitMatches(window);
  settle(window);
  window.actions().at(ActionId::nextMatch)->trigger();
}

inline void showScores(MainWindow& window) {
  open(window, "crowd.ppm");
  window.bench().cut(kTraveller);
  awaitMatches(window);
  centreOn(window, kTraveller, 3);
  window.actions().at(ActionId::scoreMap)->trigger();
  await("the scores are there", [&] { return window.canvas().scores() != nullptr; });
}

inline void showCounts(MainWindow& window) {
  open(window, "crowd.ppm");
  SearchSettings settings = window.bench().settings();
  settings.method = Method::zncc;
  settings.minScore = 0.6;
  settings.select.overlap = 0.5;
  window.bench().setSettings(settings);
  window.bench().openNeedles({sample("traveller.ppm")});
  awaitMatches(window);
  settle(window);
  CountsModel& counts = window.findChild<ResultsView*>()->counts();
  counts.setExpected({{window.bench().tray().items().front().id, 12}});
  window.findChild<CountsView*>()->setOpen(true);
}

inline constexpr State kPictureStates[] = {
    {"empty", showEmpty},          {"found", showFound},     {"many", showMany},
    {"nothing", showHint},         {"trouble", showTrouble}, {"crop", showCrop},
    {"lasso", showLasso},          {"passes", showPasses},   {"zones", showZones},
    {"pixels", showPixels},        {"dots", showDots},       {"scores", showScores},
    {"counts", showCounts},        {"index", showIndex},     {"map", showMap},
    {"make-index", showMakeIndex}, {"outline", showOutline},
};

}  // namespace espy::desktop
