// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>

#include "canvas/device_map.h"
#include "canvas/mark_numbers.h"
#include "desktop/content_of.h"
#include "desktop/parsed_csv.h"
#include "desktop/sample_result.h"
#include "desktop/window_tests.h"
#include "espy/engine/all.h"
#include "espy/engine/find.h"
#include "results/export_menu.h"
#include "results/results_view.h"
#include "tray/needle_export.h"
#include "widgets/status_label.h"

namespace espy::desktop {
namespace {

Image read(const QString& path) {
  return readPicture(QFile::encodeName(path).toStdString()).image;
}

std::shared_ptr<SearchResult> sampleWith(std::size_t matches, PixelFormat format = {3, Depth::u8}) {
  return test::sampleResult(matches,
                            {QStringLiteral("hat.png"), QStringLiteral("a \"b\", c\r\nd"),
                             QStringLiteral("../m\u00fctze/1")},
                            {120, 90}, format);
}

ExportedMatches all(const SearchResultPtr& result) {
  ExportedMatches matches{result, {}};
  for (std::uint32_t i = 0; i < result->finding.matches.size(); ++i) matches.indices.push_back(i);
  return matches;
}

/// Extension of crops: PNG if this build can write it.
QString cropEnding() {
  try {
    checkWritable("x.png");
    return QStringLiteral(".png");
  } catch (const Error&) {
    return QStringLiteral(".pam");
  }
}

/// Outcome of an export job.
struct ExportOutcome {
  QString done;
  QString failed;
  bool cancelled = false;
};

ExportOutcome outcomeOf(const Registry& registry, ExportRequest request, bool cancel = false) {
  ExportJob job(registry);
  const QSignalSpy done(&job, &ExportJob::done);
  const QSignalSpy failed(&job, &ExportJob::failed);
  const QSignalSpy cancelled(&job, &ExportJob::cancelled);
  if (!job.start(std::move(request))) return {};
  if (cancel) job.cancel();
  const auto ended = [&] { return done.count() + failed.count() + cancelled.count(); };
  if (!QTest::qWaitFor([&] { return ended() > 0; }, 20000)) return {};
  QCoreApplication::processEvents();
  if (ended() != 1 || job.running()) return {};
  return {done.isEmpty() ? QString() : done[0][0].toString(),
          failed.isEmpty() ? QString() : failed[0][0].toString(), !cancelled.isEmpty()};
}

}  // namespace

class ExportTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    QVERIFY(folder_->isValid());
  }

  void csvReadsBack() {
    const auto result = sampleWith(200);
    ExportedMatches matches = all(result);
    std::reverse(matches.indices.begin(), matches.indices.end());
    matches.indices.resize(150);
    const QList<QStringList> lines = parsedCsv(csvOf(matches));
    QCOMPARE(lines.size(), 151);
    QCOMPARE(lines[0].join(QLatin1Char(',')),
             QStringLiteral("image,needle,x,y,width,height,score,distance,angle,scale"));
    for (qsizetype i = 0; i < 150; ++i) {
      const Match& match = result->finding.matches[matches.indices[static_cast<std::size_t>(i)]];
      const QStringList& line = lines[i + 1];
      QCOMPARE(line.size(), 10);
      QCOMPARE(line[0], result->scene->path);
      QCOMPARE(line[1], result->needles[match.needle].name);
      QCOMPARE(line[2].toUInt(), match.x);
      QCOMPARE(line[3].toUInt(), match.y);
      QCOMPARE(line[4].toUInt(), match.width);
      QCOMPARE(line[5].toUInt(), match.height);
      QVERIFY(line[6].toDouble() == match.score);
      QCOMPARE(line[7].toULongLong(), match.distance.low());
      QCOMPARE(line[8], QStringLiteral("0"));
      QCOMPARE(line[9], QStringLiteral("1"));
    }
    result->settings.method = Method::zncc;
    QCOMPARE(parsedCsv(csvOf(matches))[1][7], QString());
  }

  void jsonReadsBack() {
    const auto result = sampleWith(50);
    result->finding.report.choice = "a small search";
    result->finding.matches[0].score = 1;
    result->finding.matches[1].score = 0.1 + 0.2;
    ExportedMatches matches = all(result);
    std::reverse(matches.indices.begin(), matches.indices.end());
    const QByteArray json = jsonOf(matches);
    QVERIFY(json.contains("\"score\":1.0,") && json.contains("\"angle\":0.0,\"scale\":1.0}"));
    QVERIFY(json.endsWith("}\n") && json.count('\n') == 1);
    QJsonParseError error;
    const QJsonObject object = QJsonDocument::fromJson(json, &error).object();
    QCOMPARE(error.error, QJsonParseError::NoError);
    QStringList keys = object.keys();
    QCOMPARE(keys.join(QLatin1Char(' ')),
             QStringLiteral("choice engine height image matches method timeline total_ms width"));
    QCOMPARE(object[QLatin1String("image")].toString(), result->scene->path);
    QCOMPARE(object[QLatin1String("width")].toInt(), 120);
    QCOMPARE(object[QLatin1String("height")].toInt(), 90);
    QCOMPARE(object[QLatin1String("engine")].toString(), QStringLiteral("openmp"));
    QCOMPARE(object[QLatin1String("method")].toString(), QStringLiteral("sad"));
    QCOMPARE(object[QLatin1String("total_ms")].toDouble(), 3.5);
    const QJsonObject stage = object[QLatin1String("timeline")].toArray()[0].toObject();
    QCOMPARE(stage[QLatin1String("stage")].toString(), QStringLiteral("pass 1"));
    QCOMPARE(stage[QLatin1String("ms")].toDouble(), 1.25);
    const QJsonArray listed = object[QLatin1String("matches")].toArray();
    QCOMPARE(listed.size(), 50);
    for (int i = 0; i < 50; ++i) {
      // In search order, independent of the table.
      const Match& match = result->finding.matches[static_cast<std::size_t>(i)];
      const QJsonObject one = listed[i].toObject();
      QCOMPARE(one.keys().join(QLatin1Char(' ')),
               QStringLiteral("angle distance height needle scale score width x y"));
      QCOMPARE(one[QLatin1String("needle")].toString(), result->needles[match.needle].name);
      QCOMPARE(one[QLatin1String("x")].toInteger(), qint64{match.x});
      QCOMPARE(one[QLatin1String("y")].toInteger(), qint64{match.y});
      QCOMPARE(one[QLatin1String("width")].toInteger(), qint64{match.width});
      QCOMPARE(one[QLatin1String("height")].toInteger(), qint64{match.height});
      QVERIFY(one[QLatin1String("score")].toDouble() == match.score);
      QCOMPARE(one[QLatin1String("distance")].toInteger(),
               static_cast<qint64>(match.distance.low()));
    }
  }

  void jsonOfNothingFound() {
    const auto result = sampleWith(0);
    result->settings.method = Method::zncc;
    result->finding.best = Match{1, 5, 6, 6, 4, 0, false, 0.25};
    const QJsonObject object = QJsonDocument::fromJson(jsonOf(all(result))).object();
    QVERIFY(object[QLatin1String("matches")].toArray().isEmpty());
    const QJsonObject best = object[QLatin1String("best")].toObject();
    QCOMPARE(best[QLatin1String("score")].toDouble(), 0.25);
    QVERIFY(best[QLatin1String("distance")].isNull());
    QCOMPARE(object[QLatin1String("method")].toString(), QStringLiteral("zncc"));
    result->settings.method = Method::exact;
    result->finding.best.reset();
    const QJsonObject exact = QJsonDocument::fromJson(jsonOf(all(result))).object();
    QCOMPARE(exact[QLatin1String("method")].toString(), QStringLiteral("exact"));
    QVERIFY(!exact.contains(QLatin1String("best")));
  }

  void oneColourIsMarkedAsTheCoreDoes_data() {
    QTest::addColumn<int>("style");
    for (const MarkStyle style : {MarkStyle::outline, MarkStyle::whiteout, MarkStyle::dim,
                                  MarkStyle::lighten, MarkStyle::none}) {
      QTest::addRow("style %d", static_cast<int>(style)) << static_cast<int>(style);
    }
  }

  void oneColourIsMarkedAsTheCoreDoes() {
    QFETCH(const int, style);
    const auto result = sampleWith(12);
    for (NeedleItem& item : result->needles) item.colour = QColor(1, 2, 3);
    const MarkSettings settings{static_cast<MarkStyle>(style), 2, false, 0};
    const Image flags =
        flagPlane(registry_, "reference", result->scene->image.size(), result->finding.matches);
    const Image wanted = markedCopy(registry_, "reference", result->scene->image, flags,
                                    {settings.style, 2, {1, 2, 3}});
    QVERIFY(samePixels(markedPicture(registry_, all(result), settings), wanted));
  }

  void coloursKeepOffTheWindows_data() {
    QTest::addColumn<int>("channels");
    QTest::addColumn<int>("bytes");
    for (int channels = 1; channels <= 4; ++channels) {
      for (const int bytes : {1, 2}) {
        QTest::addRow("%d channels, %d bytes", channels, bytes) << channels << bytes;
      }
    }
  }

  void coloursKeepOffTheWindows() {
    QFETCH(const int, channels);
    QFETCH(const int, bytes);
    const auto result = sampleWith(25, {channels, static_cast<Depth>(bytes)});
    result->needles[0].colour = QColor(0, 0, 0);  // grey first
    const ExportedMatches matches = all(result);
    const ImageView& scene = result->scene->image;
    const Image picture = markedPicture(registry_, matches, {MarkStyle::outline, 3, false, 0});
    QCOMPARE(picture.format().colourChannels(), 3);
    const Image flags = flagPlane(registry_, "reference", scene.size(), result->finding.matches);
    const std::uint32_t unit = bytes == 1 ? 1 : 257;
    for (std::int64_t y = 0; y < scene.height(); ++y) {
      for (std::int64_t x = 0; x < scene.width(); ++x) {
        const bool inside = sampleAt(flags, x, y, 0) != kFlagNothing;
        QList<QColor> near;
        for (const Match& match : result->finding.matches) {
          const QRect around = QRect(static_cast<int>(match.x), static_cast<int>(match.y),
                                     static_cast<int>(match.width), static_cast<int>(match.height))
                                   .adjusted(-3, -3, 3, 3);
          if (around.contains(static_cast<int>(x), static_cast<int>(y))) {
            near.append(result->needles[match.needle].colour);
          }
        }
        const auto is = [&](int red, int green, int blue) {
          return sampleAt(picture, x, y, 0) == static_cast<std::uint32_t>(red) * unit &&
                 sampleAt(picture, x, y, 1) == static_cast<std::uint32_t>(green) * unit &&
                 sampleAt(picture, x, y, 2) == static_cast<std::uint32_t>(blue) * unit;
        };
        if (inside || near.isEmpty()) {
          for (int c = 0; c < 3; ++c) {
            QCOMPARE(sampleAt(picture, x, y, c), sampleAt(scene, x, y, channels < 3 ? 0 : c));
          }
          if (channels % 2 == 0) {
            QCOMPARE(sampleAt(picture, x, y, 3), sampleAt(scene, x, y, channels - 1));
          }
        } else {
          QVERIFY(std::any_of(near.begin(), near.end(), [&](const QColor& colour) {
            return is(colour.red(), colour.green(), colour.blue());
          }));
        }
      }
    }
  }

  void numbersAreDrawnAsOnTheCanvas() {
    const auto result = sampleWith(12);
    const ExportedMatches matches = all(result);
    const Image plain = markedPicture(registry_, matches, {MarkStyle::outline, 2, false, 0});
    const Image numbered = markedPicture(registry_, matches, {MarkStyle::outline, 2, true, 0});
    std::vector<QColor> colours;
    for (const NeedleItem& needle : result->needles) colours.push_back(needle.colour);
    std::vector<Mark> windows;
    std::vector<std::uint32_t> which;
    for (std::uint32_t i = 0; i < 12; ++i) {
      const Match& match = result->finding.matches[i];
      windows.push_back({QRect(static_cast<int>(match.x), static_cast<int>(match.y),
                               static_cast<int>(match.width), static_cast<int>(match.height)),
                         static_cast<std::uint8_t>(match.needle), i, i + 1});
      which.push_back(i);
    }
    QImage wanted = qImageFrom(plain).convertToFormat(QImage::Format_RGB32);
    DeviceMap map;
    map.width = wanted.width();
    map.height = wanted.height();
    QPainter painter(&wanted);
    painter.setFont(QGuiApplication::font());
    paintNumbers(painter, Marks(windows, colours, wanted.size()), which, map);
    painter.end();
    QCOMPARE(qImageFrom(numbered).convertToFormat(QImage::Format_RGB32), wanted);
    QVERIFY(!samePixels(plain, numbered));
  }

  void numbersLeaveAllOtherSamples() {
    QFETCH(const int, channels);
    QFETCH(const int, bytes);
    auto result = test::sampleResult(1, {QStringLiteral("a")}, {900, 600},
                                     {channels, static_cast<Depth>(bytes)});
    Match& match = result->finding.matches.front();
    match.x = 508;  // across the corner of four blocks
    match.y = 262;
    const Image picture = markedPicture(registry_, all(result), {MarkStyle::none, 1, true, 0});
    const ImageView& scene = result->scene->image;
    QCOMPARE(picture.format().colourChannels(), 3);
    QCOMPARE(picture.format().depth, scene.format().depth);
    std::int64_t changed = 0;
    for (std::int64_t y = 0; y < scene.height(); ++y) {
      for (std::int64_t x = 0; x < scene.width(); ++x) {
        bool same = true;
        for (int c = 0; c < 3; ++c) {
          same = same && sampleAt(picture, x, y, c) == sampleAt(scene, x, y, channels < 3 ? 0 : c);
        }
        if (channels % 2 == 0 && same) {
          QCOMPARE(sampleAt(picture, x, y, 3), sampleAt(scene, x, y, channels - 1));
        }
        if (same) continue;
        ++changed;
        QVERIFY(QRect(480, 220, 100, 60).contains(static_cast<int>(x), static_cast<int>(y)));
      }
    }
    QVERIFY(changed > 50);
  }
  void numbersLeaveAllOtherSamples_data() { coloursKeepOffTheWindows_data(); }

  void dialogsAreNamedAndRememberTheFolder() {
    QWidget window;
    MatchList list;
    auto* menu = new ExportMenu(list, &window);
    menu->setRegistry(registry_);
    list.setResult(sampleWith(10));
    const auto ask = [&](ExportKind kind) {
      menu->ask(kind);
      return window.findChild<QFileDialog*>();
    };
    const QList<std::pair<ExportKind, const char*>> titles{
        {ExportKind::csv, "Export matches as CSV"},
        {ExportKind::json, "Export matches as JSON"},
        {ExportKind::picture, "Export the marked picture"},
        {ExportKind::crops, "Export each match into a folder"}};
    for (const auto& [kind, title] : titles) {
      QFileDialog* dialog = ask(kind);
      QCOMPARE(dialog->windowTitle(), QString::fromLatin1(title));
      delete dialog;
    }
    const QSignalSpy ended(menu, &ExportMenu::ended);
    QFileDialog* dialog = ask(ExportKind::csv);
    emit dialog->fileSelected(folder_->filePath(QStringLiteral("m.csv")));
    delete dialog;
    QTRY_COMPARE(ended.count(), 1);
    dialog = ask(ExportKind::picture);
    QCOMPARE(dialog->directory().canonicalPath(), QDir(folder_->path()).canonicalPath());
    QCOMPARE(QFileInfo(dialog->selectedFiles().value(0)).fileName(),
             QStringLiteral("scene-marked.png"));
    delete dialog;
  }

  void needlesAreSavedWhereTheLastOneWas() {
    QWidget window;
    NeedleExport exporter(window);
    const NeedleItem needle = sampleWith(1)->needles[0];
    const QSignalSpy messages(&exporter, &NeedleExport::said);
    exporter.save(needle);
    auto* dialog = window.findChild<QFileDialog*>();
    QCOMPARE(dialog->windowTitle(), QStringLiteral("Save the needle"));
    emit dialog->fileSelected(folder_->filePath(QStringLiteral("n.ppm")));
    QCOMPARE(messages.count(), 1);
    delete dialog;
    exporter.save(needle);
    dialog = window.findChild<QFileDialog*>();
    QCOMPARE(dialog->directory().canonicalPath(), QDir(folder_->path()).canonicalPath());
    delete dialog;
  }

  void failuresDoNotLookLikeSuccesses() {
    QWidget window;
    MatchList list;
    QUndoStack undo;
    ResultsView view(list, undo, &window);
    view.setRegistry(registry_);
    list.setResult(sampleWith(10));
    const QSignalSpy ended(&view.exportMenu(), &ExportMenu::ended);
    const auto* status = view.findChild<StatusLabel*>();
    view.exportMenu().exportTo(ExportKind::csv, folder_->filePath(QStringLiteral("m.csv")));
    QTRY_COMPARE(ended.count(), 1);
    QCOMPARE(status->tone(), StatusLabel::Tone::plain);
    const QString good = status->text();
    view.exportMenu().exportTo(ExportKind::csv, folder_->filePath(QStringLiteral("none/m.csv")));
    QTRY_COMPARE(ended.count(), 2);
    QCOMPARE(status->tone(), StatusLabel::Tone::trouble);
    QVERIFY(status->autoFillBackground());
    QVERIFY2(status->text().startsWith(QStringLiteral("\u26a0 Not exported: ")),
             qPrintable(status->text()));
    QVERIFY(!good.startsWith(QStringLiteral("\u26a0")));
  }

  void cropsAreTheWindows() {
    const auto result = sampleWith(30);
    ExportedMatches matches = all(result);
    matches.indices.resize(20);
    const QString folder = folder_->filePath(QStringLiteral("new/crops"));
    QCOMPARE(writeCrops(matches, folder), std::size_t{20});
    const QStringList names{QStringLiteral("hat"), QStringLiteral("a__b___c__d"),
                            QStringLiteral("1")};
    QCOMPARE(QDir(folder).entryList(QDir::Files).size(), 20);
    for (const std::uint32_t index : matches.indices) {
      const Match& match = result->finding.matches[index];
      const QString name = QStringLiteral("%1_%2_%3_%4%5")
                               .arg(names[match.needle])
                               .arg(index + 1, 4, 10, QLatin1Char('0'))
                               .arg(match.x)
                               .arg(match.y)
                               .arg(cropEnding());
      QVERIFY2(QFileInfo::exists(folder + QLatin1Char('/') + name), qPrintable(name));
      const QRect window(static_cast<int>(match.x), static_cast<int>(match.y),
                         static_cast<int>(match.width), static_cast<int>(match.height));
      QVERIFY(
          samePixels(read(folder + QLatin1Char('/') + name), cutOut(result->scene->image, window)));
    }
  }

  void cropsOverwriteNothing() {
    const auto result = sampleWith(1);
    const QString folder = folder_->path();
    writeCrops(all(result), folder);
    const QString name = QDir(folder).entryList(QDir::Files).front();
    QFile own(folder + QLatin1Char('/') + name);
    QVERIFY(own.open(QIODevice::WriteOnly) && own.write("mine") == 4);
    own.close();
    writeCrops(all(result), folder);
    writeCrops(all(result), folder);
    QCOMPARE(contentOf(own.fileName()), QByteArray("mine"));
    const QString base = QFileInfo(name).completeBaseName();
    QStringList expected{name, base + QStringLiteral("-2") + cropEnding(),
                         base + QStringLiteral("-3") + cropEnding()};
    expected.sort();
    QStringList found = QDir(folder).entryList(QDir::Files);
    found.sort();
    QCOMPARE(found, expected);
  }

  void jobWritesEachKind() {
    const auto result = sampleWith(40);
    const ExportedMatches matches = all(result);
    const MarkSettings marks{MarkStyle::outline, 2, false, 0};
    const QString csv = folder_->filePath(QStringLiteral("m.csv"));
    QCOMPARE(outcomeOf(registry_, {ExportKind::csv, matches, marks, csv}).done, csv);
    QCOMPARE(contentOf(csv), csvOf(matches));
    const QString json = folder_->filePath(QStringLiteral("m.json"));
    QCOMPARE(outcomeOf(registry_, {ExportKind::json, matches, marks, json}).done, json);
    QCOMPARE(contentOf(json), jsonOf(matches));
    for (const QString& ending : {cropEnding(), QStringLiteral(".ppm")}) {
      const QString path = folder_->filePath(QStringLiteral("m") + ending);
      QCOMPARE(outcomeOf(registry_, {ExportKind::picture, matches, marks, path}).done, path);
      QVERIFY(samePixels(read(path), markedPicture(registry_, matches, marks)));
    }
    const QString crops = folder_->filePath(QStringLiteral("crops"));
    QCOMPARE(outcomeOf(registry_, {ExportKind::crops, matches, marks, crops}).done, crops);
    QCOMPARE(QDir(crops).entryList(QDir::Files).size(), 40);
  }

  void failuresNameTheFileAndTheFact_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("fact");
    const auto row = [](const char* name, ExportKind kind, const QString& path, const char* fact) {
      QTest::newRow(name) << static_cast<int>(kind) << path << QString::fromLatin1(fact);
    };
    row("csv no folder", ExportKind::csv, QStringLiteral("/dev/null/x.csv"), "Not a directory");
    row("json no folder", ExportKind::json, QStringLiteral("/dev/null/x.json"), "Not a directory");
    row("picture no folder", ExportKind::picture, QStringLiteral("/dev/null/x.ppm"),
        "Not a directory");
    row("crops no folder", ExportKind::crops, QStringLiteral("/dev/null/x"), "Not a directory");
    row("csv full", ExportKind::csv, QStringLiteral("/dev/full"), "No space left");
    row("json full", ExportKind::json, QStringLiteral("/dev/full"), "No space left");
    row("picture ending", ExportKind::picture, QStringLiteral("/dev/full"), "ending");
    row("csv folder", ExportKind::csv, QStringLiteral("/tmp"), "Is a directory");
    row("crops file", ExportKind::crops, QStringLiteral("/dev/null"), "Not a directory");
  }

  void failuresNameTheFileAndTheFact() {
    QFETCH(const int, kind);
    QFETCH(const QString, path);
    QFETCH(const QString, fact);
    const ExportOutcome outcome =
        outcomeOf(registry_, {static_cast<ExportKind>(kind), all(sampleWith(40)), {}, path});
    QVERIFY2(outcome.failed.startsWith(path), qPrintable(outcome.failed));
    QVERIFY2(outcome.failed.contains(fact, Qt::CaseInsensitive), qPrintable(outcome.failed));
    QVERIFY(QFileInfo(QStringLiteral("/dev/full")).isWritable());
  }

  void inputsAreNeverOverwritten() {
    const auto result = sampleWith(3);
    const auto stored = [&](const char* name, const PicturePtr& of) {
      const QString path = folder_->filePath(QString::fromLatin1(name));
      writePicture(QFile::encodeName(path).toStdString(), of->image);
      return test::pictureOf(read(path), of->name, path);
    };
    result->scene = stored("scene.ppm", result->scene);
    result->needles[1].picture = stored("needle.ppm", result->needles[1].picture);
    const QString link = folder_->filePath(QStringLiteral("link.ppm"));
    QVERIFY(QFile::link(result->scene->path, link));
    for (const ExportKind kind : {ExportKind::csv, ExportKind::json, ExportKind::picture}) {
      for (const QString& path : {result->scene->path, result->needles[1].picture->path, link}) {
        const QByteArray before = contentOf(path);
        const ExportOutcome outcome = outcomeOf(registry_, {kind, all(result), {}, path});
        QVERIFY2(outcome.failed.startsWith(path), qPrintable(outcome.failed));
        QVERIFY(outcome.failed.contains(QStringLiteral("choose another name")));
        QCOMPARE(contentOf(path), before);
      }
    }
  }

  void pictureOnAFullDisk() {
    const QString link = folder_->filePath(QStringLiteral("full.ppm"));
    QVERIFY(QFile::link(QStringLiteral("/dev/full"), link));
    const ExportOutcome outcome =
        outcomeOf(registry_, {ExportKind::picture, all(sampleWith(3)), {}, link});
    QVERIFY2(outcome.failed.contains(QStringLiteral("No space left")), qPrintable(outcome.failed));
  }

  void unwritableFolderLosesNothing() {
    if (::geteuid() == 0) QSKIP("root may write everywhere");
    const QString path = folder_->filePath(QStringLiteral("m.csv"));
    QFile own(path);
    QVERIFY(own.open(QIODevice::WriteOnly) && own.write("mine") == 4);
    own.close();
    QFile::setPermissions(folder_->path(), QFile::ReadOwner | QFile::ExeOwner);
    const ExportOutcome outcome =
        outcomeOf(registry_, {ExportKind::csv, all(sampleWith(3)), {}, path});
    QFile::setPermissions(folder_->path(), QFile::ReadOwner | QFile::ExeOwner | QFile::WriteOwner);
    QVERIFY(outcome.failed.startsWith(path));
    QCOMPARE(contentOf(path), QByteArray("mine"));
  }

  void cancelledJobsLeaveTheOldFile() {
    const QString path = folder_->filePath(QStringLiteral("m.ppm"));
    QFile own(path);
    QVERIFY(own.open(QIODevice::WriteOnly) && own.write("mine") == 4);
    own.close();
    const ExportOutcome picture =
        outcomeOf(registry_, {ExportKind::picture, all(sampleWith(500)), {}, path}, true);
    QVERIFY(picture.cancelled);
    QCOMPARE(contentOf(path), QByteArray("mine"));
    const QString crops = folder_->filePath(QStringLiteral("crops"));
    QVERIFY(outcomeOf(registry_, {ExportKind::crops, all(sampleWith(3000)), {}, crops}, true)
                .cancelled);
    QVERIFY(QDir(crops).entryList(QDir::Files).size() < 3000);
  }

  void oneJobAtATime() {
    ExportJob job(registry_);
    const QSignalSpy done(&job, &ExportJob::done);
    const QString path = folder_->filePath(QStringLiteral("m.csv"));
    QVERIFY(job.start({ExportKind::csv, all(sampleWith(10)), {}, path}));
    QVERIFY(!job.start({ExportKind::csv, all(sampleWith(10)), {}, path}));
    QTRY_COMPARE(done.count(), 1);
    QVERIFY(job.start({ExportKind::csv, all(sampleWith(10)), {}, path}));
    QTRY_COMPARE(done.count(), 2);
  }

  void menuExportsWhatIsShown() {
    MatchList list;
    ExportMenu menu(list);
    const QSignalSpy messages(&menu, &ExportMenu::said);
    const QSignalSpy ended(&menu, &ExportMenu::ended);
    const QString path = folder_->filePath(QStringLiteral("m.csv"));
    menu.exportTo(ExportKind::csv, path);
    QCOMPARE(messages.count(), 1);
    QVERIFY(!menu.actions().front()->isEnabled());
    menu.setRegistry(registry_);
    list.setResult(sampleWith(100));
    QVERIFY(menu.actions().front()->isEnabled());
    list.setMinimum(0.8);
    list.sort(MatchList::XColumn, Qt::DescendingOrder);
    menu.exportTo(ExportKind::csv, path);
    QVERIFY(!menu.actions().front()->isEnabled());
    QTRY_COMPARE(ended.count(), 1);
    QVERIFY(menu.actions().front()->isEnabled());
    QVERIFY(messages.last()[0].toString().contains(path));
    QCOMPARE(contentOf(path), csvOf(shownMatches(list)));
    QCOMPARE(parsedCsv(contentOf(path)).size(), list.rowCount() + 1);
  }

 private:
  const Registry registry_ = makeRegistry();
  std::unique_ptr<QTemporaryDir> folder_;
};

ESPY_WINDOW_TEST(export, ExportTest);

}  // namespace espy::desktop
#include "export_test.moc"
