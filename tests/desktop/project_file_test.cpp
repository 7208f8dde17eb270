// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Project files: round trips of all data, and refusal of invalid files.
#include <QTemporaryDir>
#include <QTest>

#include "desktop/content_of.h"
#include "desktop/project_data.h"
#include "desktop/window_tests.h"
#include "project/command_line.h"
#include "project/project_json.h"

namespace espy::desktop {

class ProjectFileTest : public QObject {
  Q_OBJECT

 private slots:
  void everythingComesBack() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("work.espy"));
    const Project saved = everything();
    saveProject(path, saved);
    const Project read = loadProject(path);
    QVERIFY(samePixels(read.scene->image, saved.scene->image));
    QCOMPARE(read.scene->name, saved.scene->name);
    QCOMPARE(read.scene->path, saved.scene->path);
    QCOMPARE(read.needles.size(), saved.needles.size());
    for (std::size_t i = 0; i < read.needles.size(); ++i) {
      const NeedleItem& now = read.needles[i];
      const NeedleItem& before = saved.needles[i];
      QVERIFY(samePixels(now.picture->image, before.picture->image));
      QCOMPARE(now.picture->path, before.picture->path);
      QCOMPARE(now.name, before.name);
      QCOMPARE(now.colour, before.colour);
      QCOMPARE(now.on, before.on);
      QCOMPARE(now.kept, before.kept);
      QCOMPARE(now.origin, before.origin);
      QCOMPARE(now.mask != nullptr, before.mask != nullptr);
    }
    QVERIFY(samePixels(*read.needles[0].mask, *saved.needles[0].mask));
    QVERIFY(read.needles[0].isOf(read.scene));
    QCOMPARE(read.search.method, saved.search.method);
    QCOMPARE(read.search.minScore, saved.search.minScore);
    QCOMPARE(read.search.weighted, saved.search.weighted);
    QCOMPARE(read.search.tolerance, saved.search.tolerance);
    QCOMPARE(read.search.select.overlap, saved.search.select.overlap);
    QCOMPARE(read.search.select.across, saved.search.select.across);
    QCOMPARE(*read.search.select.top, *saved.search.select.top);
    QCOMPARE(read.search.engine, saved.search.engine);
    QCOMPARE(read.search.threads, saved.search.threads);
    QCOMPARE(read.marks.style, saved.marks.style);
    QCOMPARE(read.marks.thickness, saved.marks.thickness);
    QCOMPARE(read.marks.numbers, saved.marks.numbers);
    QCOMPARE(read.marks.boxes, saved.marks.boxes);
    QVERIFY(read.removed == saved.removed);
    QCOMPARE(read.expected, saved.expected);
    QCOMPARE(read.said.size(), saved.said.size());
    QVERIFY(read.said[0].match == saved.said[0].match);
    QCOMPARE(read.said[0].yes, saved.said[0].yes);
    QCOMPARE(read.labelledElsewhere.size(), saved.labelledElsewhere.size());
    for (std::size_t i = 0; i < read.labelledElsewhere.size(); ++i) {
      const LabelledElsewhere& now = read.labelledElsewhere[i];
      const LabelledElsewhere& before = saved.labelledElsewhere[i];
      QVERIFY(now.match == before.match);
      QCOMPARE(now.yes, before.yes);
      QCOMPARE(now.corner, before.corner);
      QCOMPARE(now.picture, before.picture);
      QVERIFY(samePixels(now.pixels->image, before.pixels->image));
      QCOMPARE(now.pixels->name, before.pixels->name);
    }
    QVERIFY(read.labelledElsewhere[0].pixels == read.labelledElsewhere[1].pixels);
  }

  void theModeComesBack() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("work.espy"));
    Project project = everything();
    for (const bool automatic : {false, true}) {
      project.search.automatic = automatic;
      saveProject(path, project);
      QCOMPARE(loadProject(path).search.automatic, automatic);
    }
    // As older programs wrote it: the method was chosen by the user.
    std::vector<bool> masks;
    QByteArray json = toJson(project);
    QCOMPARE(json.count("\"automatic\": true,"), 1);
    json.replace("\"automatic\": true,", "");
    QVERIFY(!fromJson(json, path, masks).search.automatic);
    json.replace("\"tolerance\":", "\"automatic\": 1, \"tolerance\":");
    QVERIFY_THROWS_EXCEPTION(Error, fromJson(json, path, masks));
  }

  void masksHaveOneKindOfSamples() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("work.espy"));
    for (const PixelFormat format : {PixelFormat{3, Depth::u8}, PixelFormat{1, Depth::u16}}) {
      Project project = everything();
      project.needles[0].mask =
          std::make_shared<const Image>(Image::copyOf(noise({7, 5}, format, "")->image));
      saveProject(path, project);
      QVERIFY2(refusal(path).startsWith(path), qPrintable(refusal(path)));
    }
  }

  /// The scene's own file has become smaller since.
  void aCutThatHasLeftItsSceneIsANeedle() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("work.espy"));
    const QString file = folder.filePath(QStringLiteral("scene.pam"));
    Project project = everything();
    const auto scene = noise({37, 21}, {4, Depth::u16}, "scene");
    scene->path = file;
    project.scene = scene;
    project.needles[0].source = scene;
    project.scenePixels = false;
    for (const Size size : {Size{37, 21}, Size{9, 9}}) {
      writePicture(file.toStdString(), noise(size, {4, Depth::u16}, "")->image);
      saveProject(path, project);
      const Project read = loadProject(path);
      QVERIFY(read.sceneTrouble.isEmpty());
      QCOMPARE(read.needles[0].isOf(read.scene), size.width == 37);
      QVERIFY(samePixels(read.needles[0].picture->image, project.needles[0].picture->image));
    }
  }

  void posesComeBack() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("turned.espy"));
    Project saved = everything();
    saveProject(path, saved);
    QVERIFY(contentOf(path).contains("\"espy-project\": 1"));  // readable by version 1
    QVERIFY(!loadProject(path).search.pose.isAsked());
    saved.search.method = Method::zncc;
    saved.search.weighted = false;
    saved.search.pose.angle = {-12.5, 30, 0.25};
    saved.search.pose.scale = {0.5, 1.75, 0};
    saved.search.pose.quarterTurns = true;
    saved.search.pose.flip = true;
    saved.search.pose.search = PoseSearch::complete;
    saved.search.pose.polarity = Polarity::any;
    // Two matches in one window, one of them removed.
    saved.removed = {{1, QRect(1, 2, 5, 9), 360.5F, 0.75F, true}};  // refined beyond a full turn
    saveProject(path, saved);
    QVERIFY(contentOf(path).contains("\"espy-project\": 2"));  // not readable by version 1
    const Project read = loadProject(path);
    QVERIFY(read.search.pose == saved.search.pose);
    QVERIFY(read.removed == saved.removed);
    saved.search.pose.visible = 0.35;
    saveProject(path, saved);
    QVERIFY(contentOf(path).contains("\"espy-project\": 3"));
    QVERIFY(loadProject(path).search.pose == saved.search.pose);
  }

  void posesThatMakeNoSenseAreRefused() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("hostile.espy"));
    const QByteArray good =
        "\"poses\": {\"angle\": [-10, 10, 0], \"scale\": [1, 1, 0], \"quarter_turns\": false, "
        "\"flip\": false, \"search\": \"fast\", \"polarity\": \"same\"}";
    const auto outcomeOf = [&](const QByteArray& method, const QByteArray& poses) {
      std::vector<bool> masks;
      const QByteArray json =
          "{\"espy-project\": 2, \"search\": {\"method\": \"" + method +
          "\", \"tolerance\": 0, \"minimum\": 0.8, \"weighted\": false, \"overlap\": 0.5, "
          "\"across\": false, \"engine\": \"auto\", \"threads\": 0, " +
          poses +
          "}, \"marks\": {\"style\": \"outline\", \"thickness\": 3, \"numbers\": false, \"boxes\": "
          "true}, \"needles\": [], \"removed\": []}";
      try {
        const Project project = fromJson(json, path, masks);
        return project.search.pose.isAsked() ? QStringLiteral("read") : QStringLiteral("none");
      } catch (const Error& error) {
        return QString::fromUtf8(error.what());
      }
    };
    QCOMPARE(outcomeOf("zncc", good), QStringLiteral("read"));
    const auto refused = [&](const QByteArray& method, const QByteArray& from,
                             const QByteArray& to) {
      QByteArray poses = good;
      poses.replace(from, to);
      const QString sentence = outcomeOf(method, poses);
      return sentence.startsWith(path) && sentence.contains(QStringLiteral("invalid value"));
    };
    QVERIFY(refused("exact", "x", "x"));
    QVERIFY(refused("zncc", "[-10, 10, 0]", "[10, -10, 0]"));
    QVERIFY(refused("zncc", "[-10, 10, 0]", "[-10, 1e300, 0]"));
    QVERIFY(refused("zncc", "[-10, 10, 0]", "[-10, 10, -1]"));
    QVERIFY(refused("zncc", "[-10, 10, 0]", "[-10, 10]"));
    QVERIFY(refused("zncc", "[-10, 10, 0]", "[-10, null, 0]"));
    QVERIFY(refused("zncc", "[-10, 10, 0]", "\"all\""));
    QVERIFY(refused("zncc", "[1, 1, 0]", "[0, 1, 0]"));
    QVERIFY(refused("zncc", "[1, 1, 0]", "[1, 1e9, 0]"));
    QVERIFY(refused("zncc", "\"fast\"", "\"slow\""));
    QVERIFY(refused("sad", "\"same\"", "\"any\""));
    QVERIFY(refused("zncc", "false", "1"));
    QVERIFY(refused("zncc", "\"search\"", "\"visible\": 0, \"search\""));
    QVERIFY(refused("zncc", "\"search\"", "\"visible\": 1.5, \"search\""));
  }

  void anEmptyOneComesBack() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("empty.espy"));
    saveProject(path, {});
    QVERIFY(loadProject(path).scene == nullptr);
    QVERIFY(loadProject(path).needles.empty());
  }

  void whatIsCutShortIsRefused() {
    const QTemporaryDir folder;
    const QString whole = folder.filePath(QStringLiteral("whole.espy"));
    saveProject(whole, everything());
    const QByteArray bytes = contentOf(whole);
    const QString part = folder.filePath(QStringLiteral("part.espy"));
    // The last two blocks are the end marker.
    for (qsizetype length = 0; length < bytes.size() - 1024; length += 173) {
      store(part, bytes.left(length));
      const QString message = refusal(part);
      QVERIFY2(message.startsWith(part),
               qPrintable(QStringLiteral("%1: %2").arg(length).arg(message)));
    }
  }

  void whatIsDamagedIsRefusedOrReadAsSomething() {
    const QTemporaryDir folder;
    const QString whole = folder.filePath(QStringLiteral("whole.espy"));
    saveProject(whole, everything());
    const QByteArray bytes = contentOf(whole);
    const QString other = folder.filePath(QStringLiteral("other.espy"));
    test::Random random(5);
    for (int i = 0; i < 400; ++i) {
      QByteArray changed = bytes;
      for (int k = 0; k < 3; ++k) {
        changed[static_cast<qsizetype>(random.below(bytes.size()))] =
            static_cast<char>(random.below(256));
      }
      store(other, changed);
      const QString message = refusal(other);  // no crash, and an error that names the file
      QVERIFY2(message.isEmpty() || message.startsWith(other), qPrintable(message));
    }
  }

  void whatIsNoProjectIsReported() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("none.espy"));
    QVERIFY(refusal(path).startsWith(path));  // missing file
    store(path, QByteArray(5000, 'x'));
    QVERIFY(refusal(path).contains(QStringLiteral("is not an Espy project")));
    // A later version.
    saveProject(path, {});
    QByteArray bytes = contentOf(path);
    bytes.replace("\"espy-project\": 1", "\"espy-project\": 9");
    store(path, bytes);
    QVERIFY(refusal(path).contains(QStringLiteral("later version")));
    bytes.replace("\"thickness\": 3", "\"thickness\": 0");
    bytes.replace("\"espy-project\": 9", "\"espy-project\": 1");
    store(path, bytes);
    QVERIFY2(refusal(path).contains(QStringLiteral("thickness")), qPrintable(refusal(path)));
  }

  void noPictureIsWrittenOver() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("scene.pgm"));
    writePicture(path.toStdString(), manyPatterns()->image);
    const QByteArray before = contentOf(path);
    Project project = everything();
    const auto scene = std::make_shared<Picture>();
    scene->path = path;
    scene->image = Image::copyOf(manyPatterns()->image);
    project.scene = scene;
    QVERIFY_EXCEPTION_THROWN(saveProject(path, project), Error);
    QCOMPARE(contentOf(path), before);
  }

  void whatIsNoFileIsRefused() {
    QVERIFY_EXCEPTION_THROWN(loadProject(QStringLiteral("/dev/zero")), Error);
    QVERIFY_EXCEPTION_THROWN(loadProject(QStringLiteral("/tmp")), Error);
  }

  void needlesComeBackWithoutTheirScene() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("work.espy"));
    Project project = everything();
    project.scenePixels = false;  // and its file is missing
    saveProject(path, project);
    const Project read = loadProject(path);
    QVERIFY(read.scene == nullptr);
    QVERIFY(read.sceneTrouble.contains(QStringLiteral("/somewhere/scene.png")));
    QCOMPARE(read.needles.size(), std::size_t{2});
    QVERIFY(samePixels(read.needles[0].picture->image, project.needles[0].picture->image));
  }

  void theCommandFindsTheSame() {
    Project project = everything();
    QCOMPARE(commandLine(project),
             QStringLiteral(
                 "espy find --method ssd --min-score -0.25 --weighted --denoise 0.04 --top 12 "
                 "--overlap 0.3 --across --engine openmp --threads 3 -e "
                 "'cut 1%1' -- /somewhere/scene.png")
                 .arg(defaultExtension()));
    project.search = {};
    project.needles[1].on = true;
    project.needles.erase(project.needles.begin());
    QCOMPARE(commandLine(project),
             QStringLiteral("espy find -e /somewhere/n.ppm -- /somewhere/scene.png"));
    const QString code = cppLines(project);
    QVERIFY(code.contains(QStringLiteral("espy::readPicture(\"/somewhere/n.ppm\")")));
    QVERIFY(!code.contains(QStringLiteral("options.")));  // all defaults
  }
};

ESPY_WINDOW_TEST(project_file, ProjectFileTest);

}  // namespace espy::desktop
#include "project_file_test.moc"
