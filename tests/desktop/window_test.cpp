// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The whole window: drop, paste, drag and click, and the displayed results.
#include <QAbstractButton>
#include <QApplication>
#include <QClipboard>
#include <QDoubleSpinBox>
#include <QDrag>
#include <QDropEvent>
#include <QFileInfo>
#include <QListView>
#include <QMimeData>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QUrl>

#include "batch/batch_view.h"
#include "canvas/canvas.h"
#include "demo/find_panel.h"
#include "desktop/window_stage.h"
#include "desktop/window_tests.h"
#include "espy/engine/all.h"
#include "results/results_view.h"
#include "tray/needle_export.h"
#include "tray/tray_view.h"
#include "widgets/notice_bar.h"
#include "window/main_window.h"
#include "window/picture_opener.h"
#include "window/picture_page.h"
#include "window/status_band.h"
#include "window/traveller_link.h"
#include "window/workbench.h"

namespace espy::desktop {
namespace {

class WindowTest : public WindowStage {
  Q_OBJECT

 private slots:
  void droppedFilesGoWhereTheyAreDropped();
  void picturesAreTakenBeforeTheirAddresses();
  void zonesLightUpOnlyForWhatCanBeTaken();
  void pastedPicturesAreSceneThenNeedle();
  void aDraggedRectangleIsFound();
  void anEmptyTrayShowsWhatToDo();
  void selectingGoesBothWays();
  void nothingFoundIsReportedAndOffersMore();
  void theSliderFiltersWithoutSearching();
  void removingAMatchCanBeUndone();
  void theChipShowsThePasses();
  void aMatchIsDraggedToTheNeedles();
  void severalMatchesAreDraggedToTheNeedles();
  void aNeedleIsDraggedOut();
  void manyDroppedFilesMakeABatch();
  void droppedOnTheTrayIsANeedle();
  void onlyTheCutIsIdenticalOffersSimilar();
  void leftOutNeedlesAreNamed();
  void theTravellerFromTheMenu();
  void millionsOfMarksAreMadeBesideTheWindow();
  void aBadFileIsReportedInTheWindow();
  void picturesThatAreTooLargeAreRefused_data();
  void picturesThatAreTooLargeAreRefused();

 private:
  void drop(const QMimeData& data, DropZones::Zone zone) const;
  static const QMimeData* draggedFrom(QAbstractItemView& view, int row);
  QPoint onCanvas(QPoint pixel) const {
    return window_->canvas().viewport().toWidget(QPointF(pixel)).toPoint();
  }
};

void WindowTest::drop(const QMimeData& data, DropZones::Zone zone) const {
  const QWidget& target = zone == DropZones::Zone::scene ? static_cast<QWidget&>(window_->canvas())
                                                         : window_->page().tray();
  const QPointF place = target.mapTo(window_.get(), target.rect().center());
  QDragEnterEvent enter(place.toPoint(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(window_.get(), &enter);
  QVERIFY(enter.isAccepted());
  auto* zones = window_->findChild<DropZones*>();
  QVERIFY(zones->isVisible());
  QCOMPARE(zones->lit(), zone);
  QDropEvent drop(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(window_.get(), &drop);
  QVERIFY(drop.isAccepted());
  QVERIFY(!zones->isVisible());
}

/// Starts a drag of a row with the mouse. The offscreen platform drops it immediately; the data
/// lives until the next event.
const QMimeData* WindowTest::draggedFrom(QAbstractItemView& view, int row) {
  const QPoint from = view.visualRect(view.model()->index(row, 0)).center();
  QTest::mousePress(view.viewport(), Qt::LeftButton, {}, from);
  for (const int far : {8, 30}) {
    const QPointF to = from + QPoint(far, 2);
    QMouseEvent move(QEvent::MouseMove, to, view.viewport()->mapToGlobal(to), Qt::NoButton,
                     Qt::LeftButton, {});
    QApplication::sendEvent(view.viewport(), &move);
  }
  const auto* drag = view.findChild<QDrag*>();
  return drag == nullptr ? nullptr : drag->mimeData();
}

void WindowTest::theChipShowsThePasses() {
  const auto chip = [this] {
    for (auto* button : window_->status().findChildren<QToolButton*>()) {
      if (button->text() == QStringLiteral("Passes")) return button;
    }
    return static_cast<QToolButton*>(nullptr);
  };
  QVERIFY(chip() != nullptr);
  QVERIFY(!chip()->isVisible());
  show(kMany, {kPattern});
  QVERIFY(chip()->isVisible() && !chip()->isChecked());
  chip()->click();
  QVERIFY(window_->bench().markSettings().pass != 0);
  QVERIFY(chip()->isChecked());
  window_->actions().at(ActionId::passes)->trigger();  // F4
  QCOMPARE(window_->bench().markSettings().pass, 0);
  QVERIFY(!chip()->isChecked());
}

void WindowTest::aMatchIsDraggedToTheNeedles() {
  show(kMany, {kPattern});
  auto* table = window_->results().findChild<QTableView*>();
  table->selectRow(1);
  const QMimeData* data = draggedFrom(*table, 1);
  QVERIFY(data != nullptr && data->hasImage() && data->hasUrls());
  drop(*data, DropZones::Zone::needles);
  QCOMPARE(window_->bench().tray().rowCount(), 2);
  const PicturePtr& taken = window_->bench().tray().items()[1].picture;
  QVERIFY(taken->path.isEmpty());  // its pixels, not its file
  QVERIFY(samePixels(taken->image, window_->bench().tray().items()[0].picture->image));
}

void WindowTest::severalMatchesAreDraggedToTheNeedles() {
  show(kMany, {kPattern});
  auto* table = window_->results().findChild<QTableView*>();
  table->selectRow(1);
  table->selectionModel()->select(table->model()->index(2, 0),
                                  QItemSelectionModel::Select | QItemSelectionModel::Rows);
  const QMimeData* data = draggedFrom(*table, 1);
  QVERIFY(data != nullptr && !data->hasImage() && data->hasUrls());
  drop(*data, DropZones::Zone::needles);
  QTRY_COMPARE_WITH_TIMEOUT(window_->bench().tray().rowCount(), 3, kPatience);
  QVERIFY(window_->bench().tray().items()[2].name.startsWith(QStringLiteral("pattern_0003_")));
}

void WindowTest::aNeedleIsDraggedOut() {
  show(kMany, {kPattern});
  Workbench& bench = window_->bench();
  auto mask = std::make_shared<Image>(bench.tray().items()[0].picture->image.size(),
                                      PixelFormat{1, Depth::u8});
  *mask->pixels().pixel(2, 1) = 255;
  bench.addNeedle(bench.tray().items()[0].picture, mask);
  auto* list = window_->page().tray().findChild<QListView*>();
  list->setCurrentIndex(bench.tray().index(1));
  const QMimeData* data = draggedFrom(*list, 1);
  QVERIFY(data != nullptr);
  const auto pixels = data->imageData().value<QImage>();
  QCOMPARE(pixels.pixelColor(2, 1).alpha(), 255);
  QCOMPARE(pixels.pixelColor(0, 0).alpha(), 0);
  QCOMPARE(data->urls().size(), 1);
  const QString path = data->urls()[0].toLocalFile();
  QVERIFY(QFileInfo(path).fileName().startsWith(QStringLiteral("pattern.")));
  const QImage wanted = qImageFrom(withMask(bench.tray().items()[1]));
  QCOMPARE(qImageFrom(readPicture(path.toStdString()).image).convertToFormat(wanted.format()),
           wanted);
  // The source window refuses it.
  QDragEnterEvent enter({100, 300}, Qt::CopyAction, data, Qt::LeftButton, Qt::NoModifier);
  enter.ignore();
  QApplication::sendEvent(window_.get(), &enter);
  QVERIFY(!enter.isAccepted());
}

void WindowTest::droppedFilesGoWhereTheyAreDropped() {
  QMimeData scene;
  scene.setUrls({QUrl::fromLocalFile(kCrowd)});
  drop(scene, DropZones::Zone::scene);
  QTRY_VERIFY_WITH_TIMEOUT(window_->bench().scene(), kPatience);
  QCOMPARE(window_->bench().scene()->name, QStringLiteral("crowd.ppm"));
  QMimeData needle;
  needle.setUrls({QUrl::fromLocalFile(kTraveller)});
  drop(needle, DropZones::Zone::needles);
  QTRY_VERIFY_WITH_TIMEOUT(matches() == 1, kPatience);
  QCOMPARE(window_->canvas().marks()->all().size(), std::size_t{1});
  QCOMPARE(window_->canvas().marks()->all()[0].window, QRect(743, 790, 16, 16));
  QVERIFY(window_->windowTitle().contains(QStringLiteral("crowd.ppm")));
}

void WindowTest::picturesAreTakenBeforeTheirAddresses() {
  QImage pixels(20, 10, QImage::Format_RGB32);
  pixels.fill(QColor(10, 200, 30));
  QMimeData data;
  data.setUrls({QUrl(QStringLiteral("https://example.invalid/picture.png"))});
  data.setImageData(pixels);
  drop(data, DropZones::Zone::scene);
  QVERIFY(window_->bench().scene() != nullptr);
  QCOMPARE(window_->bench().scene()->image.size(), (Size{20, 10}));
  QCOMPARE(sampleAt(window_->bench().scene()->image, 3, 3, 1), 200U);
}

void WindowTest::zonesLightUpOnlyForWhatCanBeTaken() {
  QMimeData text;
  text.setText(QStringLiteral("words"));
  QDragEnterEvent enter({100, 300}, Qt::CopyAction, &text, Qt::LeftButton, Qt::NoModifier);
  enter.ignore();
  QApplication::sendEvent(window_.get(), &enter);
  QVERIFY(!window_->findChild<DropZones*>()->isVisible());
}

void WindowTest::pastedPicturesAreSceneThenNeedle() {
  const QImage crowd = qImageFrom(readPicture(kCrowd.toStdString()).image);
  QGuiApplication::clipboard()->setImage(crowd);
  window_->actions().at(ActionId::paste)->trigger();
  QVERIFY(window_->bench().scene() != nullptr);
  QGuiApplication::clipboard()->setImage(crowd.copy(100, 120, 24, 20));
  window_->actions().at(ActionId::paste)->trigger();
  QTRY_VERIFY_WITH_TIMEOUT(matches() == 1, kPatience);
  QCOMPARE(window_->bench().matches().match(0).x, 100U);
  QGuiApplication::clipboard()->setText(QStringLiteral("words"));
  window_->actions().at(ActionId::paste)->trigger();
  QVERIFY(window_->notice().text().contains(QStringLiteral("clipboard")));
}

void WindowTest::aDraggedRectangleIsFound() {
  show(kCrowd, {});
  Canvas& canvas = window_->canvas();
  window_->actions().at(ActionId::actualSize)->trigger();
  canvas.centreOn({740, 780, 20, 20});
  const QPoint from = onCanvas({743, 790});
  const QPoint to = onCanvas({758, 805});
  QTest::mousePress(&canvas, Qt::LeftButton, {}, from);
  QTest::mouseMove(&canvas, (from + to) / 2);
  QTest::mouseMove(&canvas, to);
  QTest::mouseRelease(&canvas, Qt::LeftButton, {}, to);
  QCOMPARE(window_->bench().tray().rowCount(), 1);
  QCOMPARE(*window_->bench().cutRectangle(), QRect(743, 790, 16, 16));
  QTRY_VERIFY_WITH_TIMEOUT(matches() == 1, kPatience);
  // Nudged by a key, it stays the same needle.
  canvas.setFocus();
  QTest::keyClick(&canvas, Qt::Key_Right);
  QCOMPARE(*window_->bench().cutRectangle(), QRect(744, 790, 16, 16));
  QCOMPARE(window_->bench().tray().rowCount(), 1);
  awaitSearch();
  QCOMPARE(window_->bench().matches().match(0).x, 744U);
  // Undo removes everything.
  while (window_->bench().undo().canUndo()) window_->actions().at(ActionId::undo)->trigger();
  QCOMPARE(window_->bench().tray().rowCount(), 0);
  QVERIFY(!canvas.selection());
  QVERIFY(!canvas.marks());
}

void WindowTest::anEmptyTrayShowsWhatToDo() {
  auto* list = window_->page().tray().findChild<QListView*>();
  QPalette palette = list->palette();
  palette.setColor(QPalette::PlaceholderText, QColor(200, 0, 100));
  list->setPalette(palette);
  // Bounding box of the item's text; null if none is drawn.
  const auto written = [&] {
    const QImage seen = list->viewport()->grab().toImage();
    QRect box;
    for (int y = 0; y < seen.height(); ++y) {
      for (int x = 0; x < seen.width(); ++x) {
        if (seen.pixelColor(x, y) == QColor(200, 0, 100)) box |= QRect(x, y, 1, 1);
      }
    }
    return box;
  };
  const QRect area = list->viewport()->rect();
  QVERIFY(written().width() > area.width() / 3);
  QVERIFY(area.adjusted(4, 4, -4, -4).contains(written()));
  QVERIFY((written().center() - area.center()).manhattanLength() < 20);
  show(kMany, {kPattern});
  QCOMPARE(written(), QRect());
  window_->bench().undo().undo();
  QVERIFY(!written().isNull());
}

void WindowTest::selectingGoesBothWays() {
  show(kMany, {kPattern});
  QVERIFY(matches() > 2);
  window_->results().select(1, false);
  auto* table = window_->results().findChild<QTableView*>();
  QCOMPARE(table->selectionModel()->selectedRows().size(), 1);
  // A click on a mark selects its row, ...
  Canvas& canvas = window_->canvas();
  const QRect third = canvas.marks()->all()[2].window;
  QTest::mouseClick(&canvas, Qt::LeftButton, {}, onCanvas(third.center()));
  QCOMPARE(window_->results().selected(), std::vector<std::uint32_t>{2});
  // ... and Space in the table centres its match.
  table->setFocus();
  table->selectRow(0);
  QTest::keyClick(table, Qt::Key_Space);
  const QRectF first = canvas.marks()->all()[0].window;
  QVERIFY(canvas.viewport().visible().contains(first.center()));
  // Enter zooms to it, in the table as on the canvas.
  const double before = canvas.viewport().zoom();
  QTest::keyClick(table, Qt::Key_Return);
  QVERIFY(canvas.viewport().zoom() > before);
  QVERIFY(canvas.viewport().visible().contains(first));
}

void WindowTest::nothingFoundIsReportedAndOffersMore() {
  show(kCrowd, {kPattern});
  QCOMPARE(matches(), std::size_t{0});
  QVERIFY(window_->notice().isVisible());
  // First offer: a similar search.
  const auto offer = [&](const QString& text) {
    for (QAbstractButton* button : window_->notice().findChildren<QAbstractButton*>()) {
      if (button->isVisible() && button->text() == text) return button;
    }
    return static_cast<QAbstractButton*>(nullptr);
  };
  QAbstractButton* similar = offer(QStringLiteral("Find similar"));
  QVERIFY(similar != nullptr);
  SearchSettings settings = window_->bench().settings();
  settings.minScore = 1;
  window_->bench().setSettings(settings);
  awaitSearch();
  offer(QStringLiteral("Find similar"))->click();
  QTRY_VERIFY_WITH_TIMEOUT(
      window_->bench().matches().result() && window_->bench().matches().result()->settings.scored(),
      kPatience);
  QCOMPARE(matches(), std::size_t{0});
  QVERIFY(window_->notice().text().contains(QStringLiteral("best candidate")));
  // Second offer: the best candidate as a match.
  offer(QStringLiteral("Show it"))->click();
  offer(QStringLiteral("Accept this match"))->click();
  QTRY_VERIFY_WITH_TIMEOUT(matches() > 0, kPatience);
  QVERIFY(!window_->notice().isVisible());
}

void WindowTest::theSliderFiltersWithoutSearching() {
  SearchSettings settings = window_->bench().settings();
  settings.method = Method::zncc;
  settings.minScore = 0.3;
  settings.select.overlap = 0.5;
  window_->bench().setSettings(settings);
  show(kCrowd, {kTraveller});
  const std::size_t all = window_->bench().matches().shown().size();
  QVERIFY(all > 3);
  QSignalSpy searches(&window_->bench().search(), &SearchController::started);
  window_->results().findChild<QDoubleSpinBox*>()->setValue(0.99);
  QVERIFY(window_->bench().matches().shown().size() < all);
  QCOMPARE(window_->canvas().marks()->all().size(), window_->bench().matches().shown().size());
  QCOMPARE(searches.count(), 0);
}

void WindowTest::removingAMatchCanBeUndone() {
  show(kMany, {kPattern});
  const std::size_t all = matches();
  window_->results().select(0, false);
  window_->results().removeSelected();
  QCOMPARE(window_->canvas().marks()->all().size(), all - 1);
  window_->actions().at(ActionId::undo)->trigger();
  QCOMPARE(window_->canvas().marks()->all().size(), all);
}

void WindowTest::manyDroppedFilesMakeABatch() {
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(kCrowd), QUrl::fromLocalFile(kMany)});
  drop(data, DropZones::Zone::scene);
  QTRY_VERIFY_WITH_TIMEOUT(window_->bench().scene(), kPatience);
  QVERIFY(window_->findChild<BatchView*>() != nullptr);
  QTRY_COMPARE_WITH_TIMEOUT(window_->batch().queue().rowCount({}), 2, kPatience);
}

void WindowTest::droppedOnTheTrayIsANeedle() {
  show(kCrowd, {});
  const QPoint edge = window_->page().tray().mapTo(window_.get(), QPoint(2, 30));
  auto* zones = window_->findChild<DropZones*>();
  QCOMPARE(zones->zoneAt(edge), DropZones::Zone::needles);
  for (const QPoint& place : {QPoint(window_->width() - 5, 300), QPoint(200, 300)}) {
    QCOMPARE(zones->zoneAt(place), DropZones::Zone::scene);
  }
}

void WindowTest::onlyTheCutIsIdenticalOffersSimilar() {
  show(kCrowd, {});
  window_->bench().cut({743, 790, 16, 16});
  QTRY_VERIFY_WITH_TIMEOUT(matches() == 1, kPatience);
  QVERIFY2(window_->notice().text().contains(QStringLiteral("Nothing else in the picture")),
           qPrintable(window_->notice().text()));
  window_->notice().findChildren<QToolButton*>().back()->click();
  QCOMPARE(window_->bench().settings().method, Method::zncc);
  // With several matches there is no offer.
  awaitSearch();
  window_->bench().removeNeedle(window_->bench().tray().items()[0].id);
  window_->bench().openScene(kMany);
  QTRY_COMPARE_WITH_TIMEOUT(window_->bench().scene()->name, QStringLiteral("pattern_many.pgm"),
                            kPatience);
  SearchSettings settings = window_->bench().settings();
  settings.method = Method::exact;
  window_->bench().setSettings(settings);
  window_->bench().cut({512, 512, 16, 16});
  window_->bench().searchNow();
  QTRY_VERIFY_WITH_TIMEOUT(matches() > 1, kPatience);
  QVERIFY(!window_->notice().isVisible());
}

void WindowTest::leftOutNeedlesAreNamed() {
  show(kMany, {kPattern});
  window_->bench().addNeedle(window_->bench().scene());  // fits: as large as the scene
  auto wide = std::make_shared<Picture>();
  wide->image = Image({3000, 2}, {1, Depth::u8});
  wide->name = QStringLiteral("wide strip");
  window_->bench().addNeedle(wide);
  QTRY_VERIFY_WITH_TIMEOUT(window_->notice().isVisible(), kPatience);
  QVERIFY2(window_->notice().text().contains(QStringLiteral("wide strip is larger")),
           qPrintable(window_->notice().text()));
  QVERIFY(matches() > 1);
}

void WindowTest::theTravellerFromTheMenu() {
  FindGame& game = window_->traveller().game();
  game.setReducedMotion(true);
  window_->traveller().setCrowdSize({900, 700});
  // Twice, with other needles in the tray.
  QSize before;
  for (int turn = 0; turn < 2; ++turn) {
    window_->actions().at(ActionId::traveller)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(game.state() == FindGame::State::asking, kPatience);
    // No search before it is asked for.
    QCOMPARE(window_->bench().tray().rowCount(), 0);
    QVERIFY(!window_->bench().matches().result());
    // The second crowd is a different one.
    const QSize size = frameOf(window_->bench().scene()->image).size();
    QVERIFY(size != before);
    before = size;
    emit game.panel().showWanted();
    QTRY_VERIFY_WITH_TIMEOUT(game.state() == FindGame::State::revealed, kPatience);
    QCOMPARE(matches(), std::size_t{1});
    QVERIFY(game.panel().sentence().startsWith(QStringLiteral("You: ")));
  }
  // Another picture ends the game.
  show(kMany, {kPattern});
  QTRY_COMPARE_WITH_TIMEOUT(game.state(), FindGame::State::idle, kPatience);
}

void WindowTest::millionsOfMarksAreMadeBesideTheWindow() {
  // A flat needle in a flat picture matches everywhere.
  const auto flat = [](Size size, const char* name) {
    auto picture = std::make_shared<Picture>();
    picture->image = Image(size, {1, Depth::u8});
    picture->name = QString::fromLatin1(name);
    return picture;
  };
  constexpr std::size_t kPlaces = std::size_t{597} * 397;
  window_->bench().setScene(flat({600, 400}, "flat"));
  window_->bench().addNeedle(flat({4, 4}, "needle"));
  if (window_->bench().isStale()) window_->bench().searchNow();
  QTRY_VERIFY_WITH_TIMEOUT(matches() == kPlaces, kPatience);
  const auto marks = [&] { return window_->canvas().marks(); };
  QTRY_VERIFY_WITH_TIMEOUT(marks() && marks()->all().size() == kPlaces, kPatience);
  MatchList& list = window_->bench().matches();
  bool shown = true;
  connect(&list, &MatchList::shownChanged, this, [&] { shown = marks() != nullptr; });
  list.setMinimum(-0.5);  // still all of them, in the other order
  list.sort(MatchList::NumberColumn, Qt::DescendingOrder);
  QVERIFY(!shown);  // no outdated marks are shown meanwhile
  QTRY_VERIFY_WITH_TIMEOUT(marks() && marks()->all().size() == kPlaces, kPatience);
  QCOMPARE(marks()->all().front().match, static_cast<std::uint32_t>(kPlaces - 1));
  QCOMPARE(marks()->all().back().number, 1U);
  // Another picture while marks are made: they are not shown on it.
  list.sort(MatchList::NumberColumn, Qt::AscendingOrder);
  window_->bench().setScene(flat({50, 40}, "other"));
  QTest::qWait(300);
  QVERIFY(!marks() || marks()->all().size() < kPlaces);
  list.disconnect(this);
}

void WindowTest::aBadFileIsReportedInTheWindow() {
  show(kMany, {kPattern});
  const std::size_t before = matches();
  window_->bench().openScene(QStringLiteral(ESPY_SOURCE_DIR "/README.md"));
  QTRY_VERIFY_WITH_TIMEOUT(window_->notice().isVisible(), kPatience);
  QCOMPARE(window_->notice().tone(), NoticeBar::Tone::trouble);
  QVERIFY(window_->notice().text().contains(QStringLiteral("README.md")));
  QCOMPARE(window_->bench().scene()->name, QStringLiteral("pattern_many.pgm"));
  QCOMPARE(matches(), before);
}

void WindowTest::picturesThatAreTooLargeAreRefused_data() {
  QTest::addColumn<QByteArray>("header");
  QTest::addColumn<QString>("fact");
  QTest::addRow("more than is allowed") << QByteArray("P6 400000000 400000000 255\n")
                                        << QStringLiteral("400000000 x 400000000 pixels");
  QTest::addRow("more than can be counted")
      << QByteArray("P6 4611686018427387904 9 255\n") << QStringLiteral("4611686018427387904 x 9");
  QTest::addRow("more than the file has")
      << QByteArray("P6 100000 100000 255\n") << QStringLiteral("of 30000000000 bytes");
}
void WindowTest::picturesThatAreTooLargeAreRefused() {
  QFETCH(const QByteArray, header);
  QFETCH(const QString, fact);
  show(kMany, {kPattern});
  const std::size_t before = matches();
  const PicturePtr scene = window_->bench().scene();
  const QTemporaryDir folder;
  QFile file(folder.filePath(QStringLiteral("sky map.ppm")));
  QVERIFY(file.open(QIODevice::WriteOnly) && file.write(header) == header.size());
  file.close();
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(file.fileName())});
  for (const DropZones::Zone zone : {DropZones::Zone::scene, DropZones::Zone::needles}) {
    window_->notice().clear();
    drop(data, zone);
    QTRY_VERIFY_WITH_TIMEOUT(window_->notice().isVisible(), kPatience);
    QCOMPARE(window_->notice().tone(), NoticeBar::Tone::trouble);
    const QString message = window_->notice().text();
    QVERIFY2(message.contains(file.fileName()) && message.contains(fact), qPrintable(message));
    QVERIFY2(!message.contains(QStringLiteral("--")), qPrintable(message));  // command-line options
  }
  // The rest is unchanged and works.
  QCOMPARE(window_->bench().scene(), scene);
  QCOMPARE(window_->bench().tray().rowCount(), 1);
  QCOMPARE(matches(), before);
  data.setUrls({QUrl::fromLocalFile(kCrowd)});
  drop(data, DropZones::Zone::scene);
  QTRY_VERIFY_WITH_TIMEOUT(window_->bench().scene() != scene, kPatience);
  QVERIFY(!window_->notice().isVisible() || window_->notice().tone() == NoticeBar::Tone::plain);
}

}  // namespace
ESPY_WINDOW_TEST(window, WindowTest);

}  // namespace espy::desktop
#include "window_test.moc"
