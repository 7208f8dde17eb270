// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "results/contact_sheet.h"

#include <QPainter>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>
#include <QUndoStack>
#include <QtTest>
#include <cmath>
#include <numbers>
#include <numeric>

#include "desktop/pose_pictures.h"
#include "desktop/sample_result.h"
#include "desktop/window_stage.h"
#include "desktop/window_tests.h"
#include "espy/engine/all.h"
#include "model/poses.h"
#include "results/report.h"
#include "results/results_view.h"
#include "results/upright_crop.h"
#include "window/covered_link.h"
#include "window/picture_page.h"
#include "window/remembered.h"

namespace espy::desktop {
namespace {

using Indices = std::vector<std::uint32_t>;

std::shared_ptr<SearchResult> sheetSample(std::size_t matches,
                                          const QStringList& needles = {QStringLiteral("hat"),
                                                                        QStringLiteral("scarf")}) {
  return test::sampleResult(matches, needles, {200, 150});
}

/// The view with the sheet in front.
struct SheetStage {
  explicit SheetStage(const SearchResultPtr& result, QSize size = {700, 600}) {
    list.setResult(result);
    view.setMinimum(result->settings.minScore, result->settings.scored());
    view.setSheetShown(true);
    view.resize(size);
    view.show();
  }
  ContactSheet& sheet() { return *view.findChild<ContactSheet*>(); }
  ResultsTable& table() { return *view.findChild<ResultsTable*>(); }
  const std::vector<SheetCell>& cells() { return sheet().sheetModel().cells(); }
  QModelIndex cellOf(std::uint32_t match) {
    return sheet().model()->index(sheet().sheetModel().rowOf(match), 0);
  }
  QPoint centreOf(std::uint32_t match) { return sheet().visualRect(cellOf(match)).center(); }
  void click(std::uint32_t match, Qt::KeyboardModifiers modifiers = {}) {
    QTest::mouseClick(sheet().viewport(), Qt::LeftButton, modifiers, centreOf(match));
  }
  void key(int key) { QTest::keyClick(&sheet(), static_cast<Qt::Key>(key)); }
  QString reasonOf(const SheetCell& cell) {
    return cellOf(cell.index).data(Qt::StatusTipRole).toString();
  }
  std::size_t visibleCells() {
    const QSize room = sheet().viewport()->size();
    const QSize cell = sheet().gridSize();
    return static_cast<std::size_t>(room.width() / cell.width()) *
           static_cast<std::size_t>(room.height() / cell.height() + 2);
  }

  QUndoStack undo;
  MatchList list;
  ResultsView view{list, undo};
};

Indices indicesOf(const std::vector<SheetCell>& cells, SheetState state) {
  Indices indices;
  for (const SheetCell& cell : cells) {
    if (cell.state == state) indices.push_back(cell.index);
  }
  return indices;
}

bool isBlack(const QImage& image) {
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      if (image.pixel(x, y) != qRgb(0, 0, 0)) return false;
    }
  }
  return !image.isNull();
}

double meanOf(const QImage& image) {
  double sum = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) sum += qGray(image.pixel(x, y));
  }
  return sum / (image.width() * image.height());
}

NeedleItem needleItem(const QImage& pixels) {
  NeedleItem item;
  item.name = QStringLiteral("part");
  item.colour = QColor(230, 159, 0);
  item.picture = pictureOf(pixels, "part");
  return item;
}

/// Intersection over union of two windows.
double iouOf(const Match& a, const Match& b) {
  const QRect both = windowOf(a) & windowOf(b);
  const double shared = both.isEmpty() ? 0 : 1.0 * both.width() * both.height();
  return shared / (1.0 * a.width * a.height + 1.0 * b.width * b.height - shared);
}

ExportedMatches allOf(const SearchResultPtr& result) {
  ExportedMatches matches{result, Indices(result->finding.matches.size())};
  std::iota(matches.indices.begin(), matches.indices.end(), 0U);
  return matches;
}

}  // namespace

class SheetTest : public WindowStage {
  Q_OBJECT

 private slots:
  void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

  // Quarter turns and mirroring permute pixels: their crops are the needle.
  void symmetricMatchesAreTurnedBack() {
    const QImage needle = needlePixels();
    QImage scene(400, 300, QImage::Format_RGB32);
    scene.fill(Qt::gray);
    for (int i = 0; i < 8; ++i) {
      const QImage piece = i < 4 ? needle : needle.mirrored(true, false);
      put(scene, piece.transformed(QTransform().rotate(90.0 * (i % 4))), i % 4 * 90 + 5,
          i / 4 * 100 + 7);
    }
    const PicturePtr picture = pictureOf(scene, "scene");
    const std::vector<NeedleItem> items{needleItem(needle)};
    FindOptions options;
    options.pose = posesOf(PoseChoice::symmetries);
    const Finding found = espy::find(picture->image, needlesOf(items), options);
    QCOMPARE(found.matches.size(), std::size_t{8});
    const QImage wanted = needleCrop(items[0], kSheetSide);
    QCOMPARE(wanted.size(), needle.size());
    int mirrored = 0;
    for (const Match& match : found.matches) {
      mirrored += match.mirrored ? 1 : 0;
      const QImage crop = uprightCrop(picture->image, match, kSheetSide);
      QCOMPARE(crop, wanted);
      QVERIFY(isBlack(differenceOf(crop, wanted)));
    }
    QCOMPARE(mirrored, 4);
  }

  void matchesAtAnyAngleAreTurnedBack() {
    QImage needle(60, 36, QImage::Format_RGB32);
    for (int y = 0; y < needle.height(); ++y) {
      for (int x = 0; x < needle.width(); ++x) needle.setPixel(x, y, qRgb(4 * x, 6 * y, 128));
    }
    constexpr double kAngle = 30;
    QImage scene(200, 160, QImage::Format_RGB32);
    scene.fill(Qt::black);
    QPainter painter(&scene);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.translate(100, 80);
    painter.rotate(-kAngle);  // Qt turns clockwise
    painter.drawImage(QPointF(-30, -18), needle);
    painter.end();
    Match match;
    const double cosine = std::cos(kAngle * std::numbers::pi / 180);
    const double sine = std::sin(kAngle * std::numbers::pi / 180);
    const auto wide = static_cast<std::uint32_t>(std::ceil((60 * cosine + 36 * sine) / 2));
    const auto high = static_cast<std::uint32_t>(std::ceil((60 * sine + 36 * cosine) / 2));
    match.x = 100 - wide;
    match.y = 80 - high;
    match.width = 2 * wide;
    match.height = 2 * high;
    match.needleWidth = 60;
    match.needleHeight = 36;
    match.angle = kAngle;
    const PicturePtr picture = pictureOf(scene, "scene");
    const QImage wanted = needleCrop(needleItem(needle), kSheetSide);
    const QImage crop = uprightCrop(picture->image, match, kSheetSide);
    QCOMPARE(crop.size(), needle.size());
    QVERIFY(meanOf(differenceOf(crop, wanted)) < 3.0 * kDifferenceGain);
    match.angle = -kAngle;
    QVERIFY(meanOf(differenceOf(uprightCrop(picture->image, match, kSheetSide), wanted)) >
            10.0 * kDifferenceGain);
  }

  // Scaled down alike, identical pixels stay identical.
  void largeMatchesAreScaledLikeTheirNeedle() {
    const QImage needle = blocks(400, 300, 7, 3);
    QImage scene(700, 600, QImage::Format_RGB32);
    scene.fill(Qt::gray);
    put(scene, needle, 123, 45);
    Match match;
    match.x = 123;
    match.y = 45;
    match.width = 400;
    match.height = 300;
    const PicturePtr picture = pictureOf(scene, "scene");
    const QImage crop = uprightCrop(picture->image, match, kSheetSide);
    QCOMPARE(crop.size(), QSize(96, 72));
    QVERIFY(isBlack(differenceOf(crop, needleCrop(needleItem(needle), kSheetSide))));
    match.x = 124;
    QVERIFY(!isBlack(differenceOf(uprightCrop(picture->image, match, kSheetSide),
                                  needleCrop(needleItem(needle), kSheetSide))));
  }

  void pixelsOutsideAreTransparent() {
    QImage scene(40, 40, QImage::Format_RGB32);
    scene.fill(Qt::white);
    Match match;  // its right half is outside
    match.x = 30;
    match.y = 10;
    match.width = 10;
    match.height = 10;
    match.needleWidth = 20;
    match.needleHeight = 10;
    match.centreX = 5;
    const QImage crop = uprightCrop(pictureOf(scene, "scene")->image, match, kSheetSide);
    QCOMPARE(crop.size(), QSize(20, 10));
    QCOMPARE(qAlpha(crop.pixel(4, 5)), 255);
    QCOMPARE(qAlpha(crop.pixel(15, 5)), 0);
  }

  void theSheetIsSortedByScoreAfterEachNeedle() {
    SheetStage stage(sheetSample(60));
    stage.list.sort(MatchList::XColumn, Qt::AscendingOrder);  // of the table only
    const std::vector<SheetCell>& cells = stage.cells();
    QCOMPARE(cells.size(), std::size_t{62});
    QCOMPARE(cells[0].state, SheetState::needle);
    QCOMPARE(indicesOf(cells, SheetState::needle), (Indices{0, 1}));
    std::uint32_t needle = 0;
    double last = 2;
    for (const SheetCell& cell : cells) {
      if (cell.state == SheetState::needle) {
        needle = cell.index;
        last = 2;
        continue;
      }
      const Match& match = stage.list.match(cell.index);
      QCOMPARE(match.needle, needle);
      QVERIFY(match.score <= last);
      last = match.score;
    }
    const SheetCellLook look = stage.sheet().look(stage.sheet().model()->index(0, 0));
    QCOMPARE(look.caption, QStringLiteral("hat"));
    QCOMPARE(look.frame, stage.list.result()->needles[0].colour);
    QVERIFY(!look.image.isNull());
  }

  void hiddenMatchesAreAtTheEndWithTheReason() {
    const auto result = sheetSample(60, {QStringLiteral("hat")});
    SheetStage stage(result);
    stage.view.setMinimum(0.7, true);
    auto judged = std::make_shared<Judged>();
    auto probability = std::make_shared<std::vector<double>>(60, 0.9);
    (*probability)[3] = 0.1;
    judged->probability = probability;
    judged->thresholds = {0.5};
    stage.list.setJudged(judged);
    const std::vector<SheetCell>& cells = stage.cells();
    QCOMPARE(cells.size(), std::size_t{61});
    const Indices below = indicesOf(cells, SheetState::belowMinimum);
    QVERIFY(!below.empty());
    QCOMPARE(indicesOf(cells, SheetState::rejected), Indices{3});
    for (std::size_t i = 1; i < cells.size(); ++i) QVERIFY(cells[i - 1].state <= cells[i].state);
    for (const std::uint32_t index : below) QVERIFY(stage.list.match(index).score < 0.7);
    QCOMPARE(stage.reasonOf(cells.back()), QStringLiteral("below minimum"));
    QCOMPARE(stage.reasonOf({3, SheetState::rejected}), QStringLiteral("judged false"));
    QCOMPARE(stage.reasonOf(cells[1]), QString());
    QVERIFY(!stage.cellOf(3).flags().testFlag(Qt::ItemIsSelectable));
    // The label overrides the judge; removed matches are gone.
    stage.list.say(Indices{3}, MatchVerdict::yes);
    QVERIFY(indicesOf(stage.cells(), SheetState::rejected).empty());
    QVERIFY(stage.sheet().look(stage.cellOf(3)).caption.contains(QStringLiteral("✓")));
    stage.list.setRemoved(Indices{0}, true);
    QCOMPARE(stage.sheet().sheetModel().rowOf(0), -1);
  }

  void coveredMatchesAreTheRestOfASearchWithoutLimit() {
    test::Random random(35);
    std::size_t hidden = 0;
    for (int round = 0; round < 40; ++round) {
      const PicturePtr scene = pictureOf(crowdedScene(random), "scene");
      const std::vector<NeedleItem> items(1 + random.below(2), needleItem(needlePixels()));
      FindOptions options;
      options.method = random.below(2) == 0 ? Method::zncc : Method::sad;
      options.minScore = 0.3 + static_cast<double>(random.below(5)) / 10;
      if (round % 4 == 0) options.pose = posesOf(PoseChoice::symmetries);
      if (round % 8 == 4) options.pose = posesOf(PoseChoice::angles);
      if (round % 3 == 0) options.select.top = 1 + random.below(6);
      options.select.across = random.below(2) == 0;
      options.select.overlap = static_cast<double>(random.below(10)) / 10;
      const std::vector<Match> kept = espy::find(scene->image, needlesOf(items), options).matches;
      FindOptions every = options;
      every.select = {1, false, kept.size() + MatchList::kMostCovered};
      const std::vector<Match> all = espy::find(scene->image, needlesOf(items), every).matches;
      const std::vector<Match> covered =
          coveredAmong(all, kept, options.select.top, *every.select.top);
      hidden += covered.size();
      const bool ended = options.select.top && kept.size() == *options.select.top;
      if (!ended) QCOMPARE(covered.size() + kept.size(), all.size());
      if (options.pose.isAsked()) continue;
      for (const Match& match : covered) {
        QVERIFY(std::ranges::any_of(kept, [&](const Match& better) {
          const bool rivals = options.select.across || better.needle == match.needle;
          return rivals && better.score >= match.score &&
                 iouOf(better, match) > options.select.overlap;
        }));
        if (ended) QVERIFY(match.score >= kept.back().score);  // others are not among the top
      }
    }
    QVERIFY(hidden > 100);
  }

  void coveredMatchesFollowWhenAsked() {
    const auto result = sheetSample(20, {QStringLiteral("hat")});
    result->settings.select.overlap = kScoredOverlap;
    SheetStage stage(result);
    const auto shown = [&](const QString& text) {
      for (QLabel* label : stage.view.findChildren<QLabel*>()) {
        if (label->isVisible() && label->text() == text) return true;
      }
      return false;
    };
    QVERIFY(shown(QStringLiteral("Hidden by overlap")));  // not known yet
    std::vector<Match> covered(result->finding.matches.begin(),
                               result->finding.matches.begin() + 2);
    covered[0].score = 0.9;
    covered[1].score = 0.6;
    stage.list.setCovered(covered);
    QVERIFY(shown(QStringLiteral("Hidden by overlap: 2")));
    QVERIFY(indicesOf(stage.cells(), SheetState::covered).empty());
    QToolButton* show = nullptr;
    for (auto* button : stage.view.findChildren<QToolButton*>()) {
      if (button->text() == QStringLiteral("Show")) show = button;
    }
    show->click();
    QCOMPARE(indicesOf(stage.cells(), SheetState::covered), (Indices{20, 21}));
    QCOMPARE(stage.reasonOf({20, SheetState::covered}), QStringLiteral("overlapped"));
    QCOMPARE(stage.cellOf(20).data(Qt::DisplayRole).toString(), QStringLiteral("0.900"));
    QVERIFY(!stage.cellOf(20).flags().testFlag(Qt::ItemIsSelectable));
    stage.sheet().scrollToBottom();
    QTRY_VERIFY_WITH_TIMEOUT(!stage.sheet().look(stage.cellOf(21)).image.isNull(), kPatience);
    stage.view.setMinimum(0.7, true);
    QVERIFY(shown(QStringLiteral("Hidden by overlap: 1")));
    QCOMPARE(indicesOf(stage.cells(), SheetState::covered), Indices{20});
    show->click();
    QVERIFY(indicesOf(stage.cells(), SheetState::covered).empty());
    stage.list.setResult(sheetSample(5));
    QVERIFY(!stage.list.covered());
    stage.view.setSheetShown(false);
    QVERIFY(!show->isVisible());
  }

  void tableAndSheetShareOneSelection() {
    SheetStage stage(sheetSample(60));
    const QSignalSpy selections(&stage.view, &ResultsView::selectionChanged);
    const std::uint32_t first = stage.cells()[1].index;
    const std::uint32_t second = stage.cells()[2].index;
    stage.click(first);
    QCOMPARE(stage.view.selected(), Indices{first});
    QCOMPARE(stage.view.current(), std::optional(first));
    QCOMPARE(selections.count(), 1);
    stage.click(second, Qt::ControlModifier);
    QCOMPARE(stage.view.selected(), (Indices{std::min(first, second), std::max(first, second)}));
    // As the canvas selects.
    const std::uint32_t last = indicesOf(stage.cells(), SheetState::shown).back();
    stage.view.select(last, false);
    QCOMPARE(stage.sheet().selectionModel()->selectedIndexes(),
             QModelIndexList{stage.cellOf(last)});
    QVERIFY(stage.sheet().viewport()->rect().contains(stage.centreOf(last)));
    stage.view.selectNothing();
    QVERIFY(!stage.sheet().selectionModel()->hasSelection());
    // Also what was selected while the table was in front.
    stage.view.setSheetShown(false);
    stage.view.select(first, false);
    stage.view.setSheetShown(true);
    QVERIFY(stage.sheet().selectionModel()->isSelected(stage.cellOf(first)));
    stage.view.selectAll();
    QCOMPARE(stage.sheet().selectionModel()->selectedIndexes().size(), 60);
  }

  void keysActOnTheSelection() {
    window_.reset();  // would take keys and pointer
    SheetStage stage(sheetSample(60, {QStringLiteral("hat")}));
    QSignalSpy said(&stage.view, &ResultsView::sayWanted);
    QSignalSpy zoomed(&stage.view, &ResultsView::zoomWanted);
    stage.key(Qt::Key_Y);
    QCOMPARE(said.count(), 0);  // nothing is selected
    stage.click(0);
    stage.key(Qt::Key_Right);
    QCOMPARE(stage.view.selected(), Indices{1});
    stage.key(Qt::Key_Y);
    stage.key(Qt::Key_N);
    QCOMPARE(said.count(), 2);
    QCOMPARE(said[0][0].value<MatchVerdict>(), MatchVerdict::yes);
    QCOMPARE(said[1][0].value<MatchVerdict>(), MatchVerdict::no);
    stage.key(Qt::Key_Return);
    QCOMPARE(zoomed.count(), 1);
    QCOMPARE(zoomed[0][0].toUInt(), 1U);
    stage.key(Qt::Key_Down);
    QVERIFY(stage.view.selected() != Indices{1});
    stage.key(Qt::Key_Up);
    stage.key(Qt::Key_Delete);
    QCOMPARE(stage.sheet().sheetModel().rowOf(1), -1);
    QCOMPARE(stage.undo.count(), 1);
    QCOMPARE(stage.view.selected(), Indices{2});  // for the next Delete
    stage.undo.undo();
    QVERIFY(stage.sheet().sheetModel().rowOf(1) > 0);
  }

  void onlyVisibleCropsAreMade() {
    SheetStage stage(sheetSample(20000, {QStringLiteral("hat")}));
    CropCache& crops = stage.sheet().crops();
    const std::size_t visible = stage.visibleCells();
    QVERIFY(visible < 100);
    const std::uint32_t shown = 4;
    QTRY_VERIFY_WITH_TIMEOUT(!stage.sheet().look(stage.cellOf(shown)).image.isNull(), kPatience);
    QTest::qWait(50);
    const std::size_t first = crops.made();
    QVERIFY2(first > 0 && first <= visible, qPrintable(QString::number(first)));
    // The end is made without what lies between.
    stage.sheet().scrollToBottom();
    const std::uint32_t last = stage.cells().back().index;
    stage.sheet().viewport()->repaint();
    QTRY_VERIFY_WITH_TIMEOUT(!stage.sheet().look(stage.cellOf(last)).image.isNull(), kPatience);
    QTest::qWait(50);
    QVERIFY2(crops.made() <= 2 * visible, qPrintable(QString::number(crops.made())));
    // Nothing is made for the table.
    stage.view.setSheetShown(false);
    stage.list.setResult(sheetSample(30));
    QTest::qWait(50);
    QCOMPARE(stage.sheet().model()->rowCount(), 0);
    QCOMPARE(crops.made(), std::size_t{0});
  }

  void thePointerShowsTheDifference() {
    window_.reset();  // would take keys and pointer
    const auto result = sheetSample(3, {QStringLiteral("hat")});
    const Match& best = result->finding.matches[0];  // its pixels become the needle
    auto needle = std::make_shared<Picture>();
    needle->image = cutOut(result->scene->image, windowOf(best));
    result->needles[0].picture = needle;
    SheetStage stage(result);
    const auto image = [&](std::uint32_t match) {
      return stage.sheet().look(stage.cellOf(match)).image;
    };
    QTRY_VERIFY_WITH_TIMEOUT(!image(0).isNull() && !image(1).isNull(), kPatience);
    const QImage crop = image(0);
    QVERIFY(!isBlack(crop));
    QTest::mouseMove(stage.sheet().viewport(), stage.centreOf(0));
    QTRY_VERIFY_WITH_TIMEOUT(isBlack(image(0)), kPatience);
    QTest::mouseMove(stage.sheet().viewport(), stage.centreOf(1));
    QTRY_COMPARE_WITH_TIMEOUT(image(0), crop, kPatience);
    QCOMPARE(image(1),
             differenceOf(uprightCrop(result->scene->image, result->finding.matches[1], 96),
                          needleCrop(result->needles[0], 96)));
  }

  void theSheetIsExportedAsOnePicture() {
    const auto result = sheetSample(30, {QStringLiteral("hat")});
    const QSize cell = sheetCellSize(QFontMetrics(QGuiApplication::font()), 1);
    const QImage sheet = sheetPicture(allOf(result));  // the needle and 30 matches
    QCOMPARE(sheet.size(), QSize(12 * cell.width(), 3 * cell.height()));
    // A pixel of a crop that was enlarged by a whole factor.
    const auto pixelIn = [&](int at) {
      return sheet.pixel(at % 12 * cell.width() + cell.width() / 2,
                         at / 12 * cell.height() + 5 + kSheetSide / 2);
    };
    const QImage crop = uprightCrop(result->scene->image, result->finding.matches[13], kSheetSide);
    QCOMPARE(crop.size(), QSize(4, 3));
    QSet<QRgb> colours;
    for (int y = 0; y < 3; ++y) {
      for (int x = 0; x < 4; ++x) colours += crop.pixel(x, y);
    }
    QVERIFY(colours.contains(pixelIn(14)));
    QCOMPARE(pixelIn(35), qRgb(255, 255, 255));  // behind the last
    // Captions: dark text below each crop.
    int dark = 0;
    for (int y = cell.height() - 14; y < cell.height(); ++y) {
      for (int x = cell.width(); x < 2 * cell.width(); ++x) dark += qGray(sheet.pixel(x, y)) < 128;
    }
    QVERIFY(dark > 10);
    // More than a picture can show are counted.
    const QImage large = sheetPicture(allOf(sheetSample(2500, {QStringLiteral("hat")})));
    QVERIFY(large.height() > 167 * cell.height() && large.height() < 168 * cell.height());

    QTemporaryDir folder;
    MatchList list;
    list.setResult(result);
    ExportMenu menu(list);
    menu.setRegistry(registry_);
    const QSignalSpy ended(&menu, &ExportMenu::ended);
    const QString path = folder.filePath(QStringLiteral("sheet.png"));
    menu.exportTo(ExportKind::sheet, path);
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, kPatience);
    QCOMPARE(QImage(path).convertToFormat(QImage::Format_RGB32), sheet);
  }

  void reportsHaveTheSheet() {
    ReportFacts facts;
    facts.matches = allOf(sheetSample(40, {QStringLiteral("hat")}));
    facts.date = QDateTime(QDate(2030, 1, 2), QTime(3, 4, 5));
    const QString html = QString::fromUtf8(reportHtml(facts));
    QCOMPARE(html.count(QStringLiteral("<img ")), 3);  // the picture and 41 cells in two parts
    QVERIFY(html.contains(QStringLiteral("Contact sheet")));
    QVERIFY(!html.contains(QStringLiteral("The sheet has the best")));
    facts.matches = allOf(sheetSample(200, {QStringLiteral("hat")}));
    QVERIFY(QString::fromUtf8(reportHtml(facts))
                .contains(QStringLiteral("The sheet has the best 120.")));
    facts.matches.indices.clear();
    QVERIFY(!reportHtml(facts).contains("Contact sheet"));
  }

  void theChoiceIsRemembered() {
    const auto button = [this](const char* text) {
      for (QToolButton* found : window_->page().results().findChildren<QToolButton*>()) {
        if (found->text() == QLatin1String(text)) return found;
      }
      return static_cast<QToolButton*>(nullptr);
    };
    QVERIFY(!window_->page().results().isSheetShown());
    QVERIFY(button("Table")->isChecked());
    QTest::keyClick(button("Sheet"), Qt::Key_Space);
    QVERIFY(window_->page().results().isSheetShown());
    QVERIFY(button("Sheet")->isChecked() && !button("Table")->isChecked());
    QTest::keyClick(button("Sheet"), Qt::Key_Space);  // stays
    QVERIFY(button("Sheet")->isChecked());
    remember(*window_);
    window_->page().results().setSheetShown(false);
    recall(*window_);
    QVERIFY(window_->page().results().isSheetShown());
  }

  // Labels in the whole window: the keys are shortcuts there.
  void labelsInTheWindow() {
    show(kCrowd, {kTraveller});
    QVERIFY(matches() > 0);
    window_->page().results().setSheetShown(true);
    window_->page().results().select(0, false);
    auto* sheet = window_->findChild<ContactSheet*>();
    sheet->setFocus();
    QTest::keyClick(sheet, Qt::Key_Y);
    QTRY_COMPARE(window_->bench().matches().said(0), MatchVerdict::yes);
    QTest::keyClick(sheet, Qt::Key_N);
    QTRY_COMPARE(window_->bench().matches().said(0), MatchVerdict::no);
  }
};

ESPY_WINDOW_TEST(sheet, SheetTest);

}  // namespace espy::desktop

#include "sheet_test.moc"
