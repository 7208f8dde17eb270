// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Outlines in the window: chosen, bent by a slider, drawn, exported, saved.
#include <QComboBox>
#include <QSlider>
#include <QTemporaryDir>
#include <algorithm>

#include "canvas/canvas.h"
#include "canvas/marks.h"
#include "desktop/window_stage.h"
#include "espy/engine/mark.h"
#include "options/options_panel.h"
#include "project/command_line.h"
#include "project/project_file.h"
#include "results/exports.h"
#include "results/upright_crop.h"
#include "support/figures.h"
#include "window/picture_page.h"

namespace espy::desktop {

class OutlineTest : public WindowStage {
  Q_OBJECT

 private slots:
  void theMethodIsChosenWithItsUsualMinimum() {
    QSlider* bend = slider();
    QVERIFY(!bend->isVisibleTo(&options()));
    choose(Method::zncc);
    QVERIFY(!bend->isVisibleTo(&options()));
    choose(Method::outline);
    QVERIFY(bend->isVisibleTo(&options()));
    QCOMPARE(settings().method, Method::outline);
    QCOMPARE(settings().minScore, kOutlineScore);
    QCOMPARE(bend->value(), 30);
    choose(Method::zncc);
    QCOMPARE(settings().minScore, kUsualMinimum);
  }

  void matchesAreThoseOfFind() {
    stage();
    FindOptions options;
    options.method = Method::outline;
    options.minScore = kOutlineScore;
    options.select.overlap = kScoredOverlap;
    const Finding wanted = find(registry_, scene(), needlesOf(bench().tray().items()), options);
    QVERIFY(!wanted.outlines.empty());
    QCOMPARE(result().finding.matches.size(), wanted.matches.size());
    QVERIFY(result().finding.matches == wanted.matches);
    QCOMPARE(result().finding.seen, wanted.seen);
    QVERIFY2(bench().matches().hasPoses(), "the table has angle and scale");
    const QString tip = bench().matches().index(0, 0).data(Qt::ToolTipRole).toString();
    QVERIFY2(tip.contains(QLatin1String("% of the outline seen, parts turned by ")),
             qPrintable(tip));
    QVERIFY2(bench().explorer().found(VariantKind::similar) == nullptr, "nothing is explored");
    QVERIFY(!bench().canSearchWider());
  }

  void theMarkIsTheLine() {
    stage();
    const Marks& marks = *window_->canvas().marks();
    QCOMPARE(marks.all().size(), result().finding.matches.size());
    const PosedOutline* outline = marks.turned(marks.all().front());
    QVERIFY(outline != nullptr);
    QCOMPARE(static_cast<std::size_t>(outline->line.size()), result().finding.outlines[0].size());
    // What is inside, as the command flags it.
    const Image flags = flagPlane(scene().size(), result().finding);
    const ImageView plane = flags.view();
    std::size_t inside = 0;
    std::size_t flagged = 0;
    for (const QRect& row : outline->rows) inside += static_cast<std::size_t>(row.width());
    for (std::int64_t y = 0; y < plane.height(); ++y) {
      flagged += static_cast<std::size_t>(
          plane.width() - std::count(plane.row(y), plane.row(y) + plane.width(), 0));
    }
    QCOMPARE(inside, flagged);
    const QRect& row = outline->rows[outline->rows.size() / 2];
    QVERIFY(marks.at(row.center()) >= 0);
    QVERIFY2(marks.at(marks.all().front().window.topLeft()) < 0, "a corner of the box is outside");
  }

  void theLineIsPainted() {
    stage();
    QTRY_VERIFY(coloured(window_->canvas().grab().toImage()) > 200);
    MarkSettings marks = bench().markSettings();
    marks.style = MarkStyle::none;
    bench().setMarkSettings(marks);
    QCOMPARE(coloured(window_->canvas().grab().toImage()), 0);
  }

  void theExportedPictureIsThatOfTheCommand() {
    stage();
    const ExportedMatches matches = shownMatches(bench().matches());
    for (const MarkStyle style : {MarkStyle::outline, MarkStyle::dim}) {
      MarkSettings settings;
      settings.style = style;
      const Image mine = markedPicture(registry_, matches, settings);
      Timeline unheard;
      const Image wanted = markedPicture(
          registry_, "threads", scene(), result().finding,
          MarkOptions{style, settings.thickness, colourOf(result().needles.front().colour)}, {},
          unheard);
      QVERIFY(mine.format() == wanted.format());
      for (std::int64_t y = 0; y < wanted.size().height; ++y) {
        QVERIFY(std::equal(mine.view().row(y), mine.view().row(y) + mine.view().rowBytes(),
                           wanted.view().row(y)));
      }
    }
    const QByteArray json = jsonOf(matches);
    QVERIFY(json.contains("\"outline\":[[") && json.contains("\"bends\":[") &&
            json.contains("\"seen\":"));
    QVERIFY(csvOf(matches).contains(",mirrored,centre_x"));
  }

  void theCropHasTheLine() {
    stage();
    MatchCrops crops(bench().matches().result(), 96);
    const Match& match = result().finding.matches.front();
    QVERIFY(coloured(crops.crop(0, match, {})) > 20);
    QCOMPARE(coloured(uprightCrop(scene(), match, 96)), 0);
  }

  void theSliderSearchesAgain() {
    stage();
    const double before = result().finding.matches.front().score;
    slider()->setValue(80);
    QTRY_COMPARE_WITH_TIMEOUT(settings().bend, 0.8, kPatience);
    awaitSearch();
    QCOMPARE(result().settings.bend, 0.8);
    QVERIFY2(result().finding.matches.front().score > before, "bent parts cost less");
    slider()->setValue(90);
    QTRY_COMPARE_WITH_TIMEOUT(settings().bend, 0.9, kPatience);
    bench().undo().undo();
    QCOMPARE(settings().bend, 0.3);  // one step for all moves of the slider
    QCOMPARE(slider()->value(), 30);
  }

  void aProjectAndTheCommandHaveTheBend() {
    stage();
    slider()->setValue(45);
    QTRY_COMPARE_WITH_TIMEOUT(settings().bend, 0.45, kPatience);
    awaitSearch();
    QVERIFY(commandLine(bench().project()).contains(QLatin1String("--method outline")));
    QVERIFY(commandLine(bench().project()).contains(QLatin1String("--bend 0.45")));
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("work.espy"));
    saveProject(path, bench().project());
    const Project project = loadProject(path, {});
    QCOMPARE(project.search.method, Method::outline);
    QCOMPARE(project.search.bend, 0.45);
  }

 private:
  Workbench& bench() { return window_->bench(); }
  const SearchSettings& settings() { return bench().settings(); }
  const SearchResult& result() { return *bench().matches().result(); }
  const Image& scene() { return bench().scene()->image; }
  OptionsPanel& options() { return window_->page().options(); }
  QSlider* slider() { return options().findChild<QSlider*>(); }

  void choose(Method method) {
    for (auto* button : options().findChildren<QToolButton*>()) {
      if (button->text() == QLatin1String("Similar")) button->click();
      // The section must be open for its rows to be visible.
      if (button->objectName() == QLatin1String("details")) button->setChecked(true);
    }
    for (auto* box : options().findChildren<QComboBox*>()) {
      const int at = box->findData(static_cast<int>(method));
      if (box->accessibleName() == QLatin1String("Compare by")) box->setCurrentIndex(at);
    }
  }

  /// A figure in the scene, turned, bent and in another colour than the needle.
  void stage() {
    choose(Method::outline);
    const test::Figure figure = test::Figure::ofClass(3);
    auto needle = std::make_shared<Picture>();
    needle->image = test::figureNeedle(figure, 100);
    needle->name = QStringLiteral("figure");
    auto picture = std::make_shared<Picture>();
    picture->image = Image({260, 220}, {3, Depth::u8});
    const MutableImageView pixels = picture->image.pixels();
    for (std::int64_t y = 0; y < 220; ++y) std::fill_n(pixels.row(y), 3 * 260, 210);
    test::drawFigure(pixels, test::PlacedFigure(figure, 130, 110, 120, 0.7), {160, 30, 40});
    picture->name = QStringLiteral("scene");
    bench().setScene(picture);
    bench().addNeedle(needle);
    QTRY_VERIFY_WITH_TIMEOUT(bench().matches().result(), kPatience);
    awaitSearch();
    QCOMPARE(result().finding.outlines.size(), std::size_t{1});
  }

  /// Pixels in about the needle's colour.
  int coloured(const QImage& image) {
    const QColor colour = bench().tray().items().front().colour;
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) {
        const QColor pixel = image.pixelColor(x, y);
        const int off = std::abs(pixel.red() - colour.red()) +
                        std::abs(pixel.green() - colour.green()) +
                        std::abs(pixel.blue() - colour.blue());
        if (pixel.alpha() > 200 && off < 24) ++count;
      }
    }
    return count;
  }
};

ESPY_WINDOW_TEST(outline, OutlineTest);

}  // namespace espy::desktop

#include "outline_test.moc"
