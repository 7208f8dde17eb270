// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Thumbnails of a batch's pictures, and the contact sheet of its matches.
#include <QFile>
#include <QHeaderView>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "batch/batch_view.h"
#include "desktop/sample_result.h"
#include "desktop/window_tests.h"
#include "espy/engine/all.h"
#include "results/upright_crop.h"

namespace espy::desktop {

class BatchSheetTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    QVERIFY(folder_->isValid());
    view_ = std::make_unique<BatchView>(registry_);
    view_->resize(1000, 600);
    view_->show();
    QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
  }
  void cleanup() { view_.reset(); }

  void onlyVisibleThumbnailsAreRead() {
    writePicture(at("a.ppm").toStdString(), plain(Qt::red));
    QStringList files{at("a.ppm"), at("bad.ppm")};
    QFile bad(files[1]);
    QVERIFY(bad.open(QIODevice::WriteOnly) && bad.write("no picture") > 0);
    bad.close();
    for (int i = 0; i < 3000; ++i) {
      files += at(QStringLiteral("%1.ppm").arg(i));
      QVERIFY(QFile::link(files[0], files.back()));
    }
    list(files);
    BatchTable& table = view_->table();
    const auto visible = static_cast<std::size_t>(
        table.viewport()->height() / table.verticalHeader()->defaultSectionSize() + 2);
    QVERIFY(visible < 50);
    QTRY_VERIFY_WITH_TIMEOUT(table.thumbnail(0) != nullptr, kPatience);
    const QImage small = *table.thumbnail(0);
    QCOMPARE(small.pixelColor(small.rect().center()), QColor(Qt::red));
    QTRY_VERIFY_WITH_TIMEOUT(view_->message().contains(files[1]), kPatience);
    QVERIFY(table.thumbnail(1) == nullptr);
    table.scrollToBottom();
    QTRY_VERIFY_WITH_TIMEOUT(table.thumbnail(3001) != nullptr, kPatience);
    QVERIFY2(table.thumbnails().made() <= 3 * visible,
             qPrintable(QString::number(table.thumbnails().made())));
    // A row that is gone has no other row's thumbnail.
    table.selectRow(0);
    QTest::keyClick(&table, Qt::Key_Delete);
    table.scrollToTop();
    QTest::qWait(50);
    QVERIFY(table.thumbnail(0) == nullptr);
  }

  void thumbnailsShowTheMarks() {
    prepare();
    QTRY_VERIFY_WITH_TIMEOUT(view_->table().thumbnail(0) != nullptr, kPatience);
    const QImage before = *view_->table().thumbnail(0);
    run();
    QTRY_VERIFY_WITH_TIMEOUT(
        view_->table().thumbnail(0) != nullptr && *view_->table().thumbnail(0) != before,
        kPatience);
    // Without the marked picture, that of the file itself.
    QVERIFY(QFile::remove(view_->queue().fate(0).output));
    view_->table().thumbnails().forget(0);
    QTRY_VERIFY_WITH_TIMEOUT(
        view_->table().thumbnail(0) != nullptr && *view_->table().thumbnail(0) == before,
        kPatience);
  }

  void badPicturesAreAllNamedBeforeTheStart() {
    QStringList files;
    for (int i = 0; i < 7; ++i) {
      files += at(QStringLiteral("bad%1.png").arg(i));
      QFile file(files.back());
      QVERIFY(file.open(QIODevice::WriteOnly) && file.write("no picture") > 0);
    }
    list(files.mid(0, 3));
    QTRY_COMPARE_WITH_TIMEOUT(view_->message().count(QLatin1Char('\n')), 2, kPatience);
    for (const QString& file : files.mid(0, 3)) QVERIFY(view_->message().contains(file));
    QVERIFY(view_->inTrouble());
    list(files);  // others: the first ones are not named twice
    QTRY_VERIFY_WITH_TIMEOUT(view_->message().endsWith(QStringLiteral("2 more cannot be read")),
                             kPatience);
    QCOMPARE(view_->message().count(QLatin1Char('\n')), 5);
  }

  void theSheetHasTheMatchesOfAllPicturesBestFirst() {
    prepare();
    click("Sheet");
    QCOMPARE(sheet().model()->rowCount(), 0);
    run();
    QCOMPARE(captions(), QStringLiteral("hat a.ppm b.ppm b.ppm c.ppm").split(QLatin1Char(' ')));
    const SearchResult& result = *view_->found().result();
    const std::vector<Match>& matches = result.finding.matches;
    QCOMPARE(matches.size(), std::size_t{4});
    QCOMPARE(matches[0].score, 1.0);
    QCOMPARE(matches[1].score, 1.0);
    QVERIFY(matches[1].score > matches[2].score && matches[2].score > matches[3].score);
    // Crops of their pictures.
    for (std::uint32_t match = 0; match < 4; ++match) {
      const QModelIndex cell = sheet().model()->index(static_cast<int>(match) + 1, 0);
      QTRY_VERIFY_WITH_TIMEOUT(!sheet().look(cell).image.isNull(), kPatience);
      const ReadPicture read = readPicture(at(captions()[cell.row()]).toStdString());
      QCOMPARE(sheet().look(cell).image, uprightCrop(read.image, matches[match], kSheetSide));
      QVERIFY(cell.data(Qt::ToolTipRole).toString().endsWith(captions()[cell.row()]));
    }
    // A picture that leaves the list takes its matches along.
    click("Table");
    view_->table().selectRow(1);
    QTest::keyClick(&view_->table(), Qt::Key_Delete);
    click("Sheet");
    QCOMPARE(captions(), QStringLiteral("hat a.ppm c.ppm").split(QLatin1Char(' ')));
  }

  void onlyVisibleCropsAreRead() {
    prepare(200);
    run();
    click("Sheet");
    QTRY_VERIFY_WITH_TIMEOUT(!sheet().look(sheet().model()->index(1, 0)).image.isNull(), kPatience);
    QTest::qWait(50);
    const QSize cell = sheet().gridSize();
    const QSize room = sheet().viewport()->size();
    const auto visible = static_cast<std::size_t>(room.width() / cell.width()) *
                         static_cast<std::size_t>(room.height() / cell.height() + 2);
    QVERIFY(sheet().model()->rowCount() > 200 && visible < 100);
    QVERIFY2(sheet().crops().made() <= visible,
             qPrintable(QString::number(sheet().crops().made())));
  }

  void aMatchOpensItsPicture() {
    prepare();
    run();
    click("Sheet");
    QSignalSpy wanted(view_.get(), &BatchView::matchWanted);
    const QModelIndex cell = sheet().model()->index(4, 0);
    QTest::mouseClick(sheet().viewport(), Qt::LeftButton, {}, sheet().visualRect(cell).center());
    QTest::mouseDClick(sheet().viewport(), Qt::LeftButton, {}, sheet().visualRect(cell).center());
    QVERIFY(wanted.count() > 0);
    const auto match = wanted.back()[0].value<BatchMatch>();
    QCOMPARE(match.image, at("c.ppm"));
    QCOMPARE(match.needle, 5);
    QCOMPARE(windowOf(match.match), QRect(30, 20, 9, 7));
    const auto before = wanted.count();
    QTest::keyClick(&sheet(), Qt::Key_Return);
    QCOMPARE(wanted.count(), before + 1);
  }

  void theSheetIsExportedAsOnePicture() {
    prepare();
    run();
    click("Sheet");
    QSignalSpy ended(&view_->exports(), &ExportMenu::ended);
    view_->exports().exportTo(ExportKind::sheet, at("sheet.png"));
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, kPatience);
    QVERIFY2(view_->message().contains(at("sheet.png")), qPrintable(view_->message()));
    const QImage written = QImage(at("sheet.png")).convertToFormat(QImage::Format_RGB32);
    const QSize cell = sheetCellSize(QFontMetrics(QGuiApplication::font()), 2);
    QCOMPARE(written.size(), QSize(5 * cell.width(), cell.height()));
    QCOMPARE(written, sheetPicture(shownMatches(view_->found())));
    // Names of pictures: dark text in the last line of each match.
    int dark = 0;
    for (int y = cell.height() - 12; y < cell.height(); ++y) {
      for (int x = cell.width(); x < 2 * cell.width(); ++x)
        dark += qGray(written.pixel(x, y)) < 128;
    }
    QVERIFY(dark > 10);
    // Not over a picture that was searched.
    view_->exports().exportTo(ExportKind::sheet, at("b.ppm"));
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 2, kPatience);
    QVERIFY2(view_->inTrouble() && view_->message().contains(QStringLiteral("that was searched")),
             qPrintable(view_->message()));
    // A picture that is gone leaves its cell empty.
    QVERIFY(QFile::remove(at("a.ppm")));
    view_->exports().exportTo(ExportKind::sheet, at("sheet.png"));
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 3, kPatience);
    QVERIFY(!view_->inTrouble());
  }

 private:
  QString at(const QString& name) const { return folder_->filePath(name); }
  QString at(const char* name) const { return at(QString::fromLatin1(name)); }
  ContactSheet& sheet() { return view_->sheet(); }

  static Image plain(const QColor& colour) {
    QImage pixels(40, 30, QImage::Format_RGB32);
    pixels.fill(colour);
    return imageFrom(pixels);
  }

  void list(const QStringList& files) {
    view_->setImages(files);
    QTRY_COMPARE_WITH_TIMEOUT(view_->queue().files(), files, kPatience);
  }

  void click(const char* text) {
    for (QToolButton* button : view_->findChildren<QToolButton*>()) {
      if (button->text() == QLatin1String(text)) {
        QTest::mouseClick(button, Qt::LeftButton);
        return;
      }
    }
    QFAIL(text);
  }

  /// The needles' names and the matches' pictures.
  QStringList captions() {
    QStringList all;
    for (int row = 0; row < sheet().model()->rowCount(); ++row) {
      const QModelIndex cell = sheet().model()->index(row, 0);
      const QString picture = cell.data(SheetModel::kPictureRole).toString();
      all += picture.isEmpty() ? cell.data().toString() : picture;
    }
    return all;
  }

  /// a.ppm has the needle, b.ppm also a copy that differs, c.ppm only one that differs more; then
  /// further copies of a.ppm.
  void prepare(int more = 0) {
    test::Random random(7);
    NeedleItem needle;
    needle.id = 5;
    needle.name = QStringLiteral("hat");
    needle.colour = QColor(230, 159, 0);
    needle.picture =
        test::pictureOf(test::noisePicture({9, 7}, {3, Depth::u8}, random), needle.name);
    QStringList files;
    struct Copy {
      int left;
      int wrong;  ///< samples that differ
    };
    const auto write = [&](const char* name, std::initializer_list<Copy> copies) {
      Image scene = test::noisePicture({80, 60}, {3, Depth::u8}, random);
      for (const auto& [left, wrong] : copies) {
        Image copy = Image::copyOf(needle.picture->image);
        for (int i = 0; i < wrong; ++i) {
          setSample(copy.pixels(), i % 9, i / 9, 0, 255 - sampleAt(copy, i % 9, i / 9, 0));
        }
        test::paste(scene.pixels(), copy, left, 20);
      }
      files += at(name);
      writePicture(files.back().toStdString(), scene);
    };
    write("a.ppm", {{10, 0}});
    write("b.ppm", {{10, 0}, {50, 8}});
    write("c.ppm", {{30, 20}});
    for (int i = 0; i < more; ++i) {
      files += at(QStringLiteral("more%1.ppm").arg(i));
      QVERIFY(QFile::copy(files[0], files.back()));
    }
    SearchSettings search;
    search.method = Method::sad;
    search.minScore = 0.85;
    search.select.overlap = kScoredOverlap;
    view_->setNeedles({needle});
    view_->setSettings(search, {MarkStyle::outline, 2, false, 0});
    list(files);
    view_->form().setFolder(at("out"));
    view_->form().setSummary({});
  }

  void run() {
    const QSignalSpy ended(view_.get(), &BatchView::ended);
    view_->start();
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, kPatience);
    QCOMPARE(view_->queue().count(BatchState::done), view_->queue().size());
  }

  const Registry registry_ = makeRegistry();
  std::unique_ptr<QTemporaryDir> folder_;
  std::unique_ptr<BatchView> view_;
};

ESPY_WINDOW_TEST(batch_sheet, BatchSheetTest);

}  // namespace espy::desktop

#include "batch_sheet_test.moc"
