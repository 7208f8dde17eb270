// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Messages of the core in the window's language.
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>

#include "desktop/scoped_translator.h"
#include "desktop/window_tests.h"
#include "espy/engine/all.h"
#include "espy/engine/lab.h"
#include "espy/engine/plugin.h"
#include "espy/engine/score.h"
#include "espy/error.h"
#include "espy/pictures.h"
#include "model/paths.h"
#include "model/translated.h"
#include "support/find_with.h"

namespace espy::desktop {
namespace {

/// Translator of one pattern that swaps its arguments.
class Turned : public QTranslator {
 public:
  bool isEmpty() const override { return false; }
  QString translate(const char* context, const char* text, const char* /*note*/,
                    int /*count*/) const override {
    const bool known = qstrcmp(context, "core") == 0 && qstrcmp(text, "{} before {}") == 0;
    return known ? QStringLiteral("{2} nach {1} {3} { {name}") : QString();
  }
};

QString readingOf(const QString& path) {
  try {
    readPicture(pathOf(path));
  } catch (const std::exception& error) {
    return translated(error);
  }
  return {};
}

}  // namespace

class LanguageTest : public QObject {
  Q_OBJECT

 private slots:
  void errorsOfFiles_data() {
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("empty");
    QTest::newRow("German") << QStringLiteral("de") << QStringLiteral("ist ein Ordner, kein Bild")
                            << QStringLiteral("ist leer");
    QTest::newRow("Chinese") << QStringLiteral("zh") << QStringLiteral("是文件夹，不是图片")
                             << QStringLiteral("为空");
  }
  void errorsOfFiles() {
    QFETCH(const QString, language);
    QFETCH(const QString, folder);
    QFETCH(const QString, empty);
    const ScopedTranslator speaker(language);
    QVERIFY(speaker.spoken());
    const QTemporaryDir place;
    QVERIFY(readingOf(place.path()).startsWith(place.path()));
    QVERIFY2(readingOf(place.path()).endsWith(folder), qPrintable(readingOf(place.path())));
    const QString path = place.filePath(QStringLiteral("ä {} %1.png"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY2(readingOf(path).startsWith(path), qPrintable(readingOf(path)));
    QVERIFY2(readingOf(path).endsWith(empty), qPrintable(readingOf(path)));
  }

  void whyAnEngineCannot() {
    const ScopedTranslator speaker(QStringLiteral("de"));
    Registry registry;
    registry.addEngine({"plain", true, "", ""});
    QCOMPARE(translated(registry.refusal<FindScored>("plain")),
             QStringLiteral("die Engine plain unterstützt nicht: Suche nach Ähnlichkeit"));
    addPluginEngines(registry);
    const Engine& gpu = registry.engine("cuda");
    if (!gpu.available) {
      QVERIFY(!gpu.detail.pattern().empty());
      QVERIFY2(translated(gpu.detail) != QString::fromStdString(gpu.detail),
               qPrintable(translated(gpu.detail)));
    }
  }

  void textsOfTheLab() {
    const ScopedTranslator speaker(QStringLiteral("de"));
    for (const LabExperiment& experiment : labExperiments()) {
      for (const Message* text : {&experiment.title, &experiment.about, &experiment.operation}) {
        QVERIFY2(translated(*text) != QString::fromStdString(*text), text->text().c_str());
      }
      for (const LabParameter& parameter : experiment.parameters) {
        QVERIFY2(translated(parameter.about) != QString::fromStdString(parameter.about),
                 parameter.about.text().c_str());
      }
    }
  }

  void textsOfTheSystem() {
    const QTemporaryDir place;
    const QString missing = place.filePath(QStringLiteral("missing.png"));
    const ScopedTranslator speaker(QStringLiteral("de"));
    QCOMPARE(readingOf(missing),
             missing + QStringLiteral(": kann nicht geöffnet werden: Datei oder Ordner fehlt"));
  }

  void howAnEngineSearched() {
    const Registry registry = makeRegistry();
    const Image scene =
        readPicture(pathOf(QStringLiteral(ESPY_SOURCE_DIR "/samples/crowd.ppm"))).image;
    const Needle needle{scene.view().crop(739, 784, {24, 32}), std::nullopt};
    const ScopedTranslator speaker(QStringLiteral("de"));
    for (const char* engine : {"sequential", "threads", "openmp"}) {
      for (const Method method : {Method::exact, Method::sad, Method::zncc}) {
        for (const bool turned : {false, true}) {
          FindOptions options;
          options.method = method;
          options.pose.quarterTurns = turned;
          const Message how = search(registry, engine, scene, {{needle}}, options).report.strategy;
          QVERIFY(!how.empty());
          const QStringList parts = translated(how).split(QStringLiteral("; "));
          const QStringList english =
              QString::fromStdString(how.text()).split(QStringLiteral("; "));
          QCOMPARE(parts.size(), english.size());
          for (qsizetype i = 0; i < parts.size(); ++i)
            QVERIFY2(parts[i] != english[i], how.text().c_str());
        }
      }
    }
  }

  void argumentsMayChangePlaces() {
    const Message message("{} before {}", {"one", "{1}"});
    QCOMPARE(translated(message), QStringLiteral("one before {1}"));
    Turned turned;
    QVERIFY(QCoreApplication::installTranslator(&turned));
    QCOMPARE(translated(message), QStringLiteral("{1} nach one  { {name}"));
  }

  void whatIsNotTranslatedIsEnglish() {
    const ScopedTranslator speaker(QStringLiteral("de"));
    QCOMPARE(translated(Message("{}: never heard of", {"x"})), QStringLiteral("x: never heard of"));
    QCOMPARE(translated(std::runtime_error("as it is")), QStringLiteral("as it is"));
  }
};

ESPY_WINDOW_TEST(language, LanguageTest);

}  // namespace espy::desktop
#include "language_test.moc"
