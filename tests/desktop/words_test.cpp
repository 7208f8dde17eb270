// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>
#include <vector>

namespace {

/// A text of the program with its translation.
struct Entry {
  QString context;
  QString source;
  QStringList forms;  ///< one, or one per plural form
  QString type;       ///< empty: finished

  QString key() const { return context + QStringLiteral(": ") + source; }
};

/// Contents of a translation file.
struct Words {
  QString trouble;  ///< why it could not be read
  std::vector<Entry> entries;

  QStringList keys() const {
    QStringList keys;
    for (const Entry& entry : entries) keys += entry.key();
    keys.sort();
    return keys;
  }
};

Words wordsIn(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return {path + QLatin1Char(' ') + file.errorString(), {}};
  Words words;
  QXmlStreamReader xml(&file);
  QString context;
  while (!xml.atEnd()) {
    if (xml.readNext() != QXmlStreamReader::StartElement) continue;
    const auto name = xml.name();
    if (name == QLatin1String("name")) {
      context = xml.readElementText();
    } else if (name == QLatin1String("message")) {
      words.entries.push_back({context, {}, {}, {}});
    } else if (name == QLatin1String("source")) {
      words.entries.back().source = xml.readElementText();
    } else if (name == QLatin1String("translation")) {
      Entry& entry = words.entries.back();
      entry.type = xml.attributes().value(QLatin1String("type")).toString();
      QString text;
      while (xml.readNext() != QXmlStreamReader::EndElement) {
        if (xml.isCharacters()) text += xml.text();
        if (xml.isStartElement()) entry.forms += xml.readElementText();
        if (xml.hasError()) break;
      }
      if (entry.forms.isEmpty()) entry.forms += text;
    }
  }
  if (xml.hasError()) words.trouble = path + QLatin1Char(' ') + xml.errorString();
  return words;
}

/// Sorted placeholders: %1, %n, %v and %m of progress bars, {name}.
QStringList placeholders(const QString& text) {
  static const QRegularExpression kPlace(QStringLiteral("%L?\\d+|%L?n|%[vmp]|\\{\\w+\\}"));
  QStringList places;
  for (auto each = kPlace.globalMatch(text); each.hasNext();) places += each.next().captured();
  places.sort();
  return places;
}

/// Arguments of a core message: "{}" is the next one, "{2}" names one.
QStringList argumentsOf(const QString& text) {
  static const QRegularExpression kPlace(QStringLiteral("\\{(\\d?)\\}"));
  QStringList arguments;
  for (auto each = kPlace.globalMatch(text); each.hasNext();) {
    const QString number = each.next().captured(1);
    arguments += number.isEmpty() ? QString::number(arguments.size() + 1) : number;
  }
  arguments.sort();
  return arguments;
}

QString pathOf(const QString& file) {
  return QStringLiteral(ESPY_SOURCE_DIR "/resources/translations/") + file;
}

class WordsTest : public QObject {
  Q_OBJECT

 private slots:
  void everythingIsTranslated_data() { languages(); }
  void everythingIsTranslated() {
    QFETCH(QString, file);
    QFETCH(int, plurals);
    const Words words = wordsIn(pathOf(file));
    QVERIFY2(words.trouble.isEmpty(), qPrintable(words.trouble));
    QVERIFY(words.entries.size() > 400);
    for (const Entry& entry : words.entries) {
      QVERIFY2(entry.type.isEmpty(), qPrintable(entry.key()));
      const bool counted = entry.source.contains(QLatin1String("%n"));
      QVERIFY2(entry.forms.size() == (counted ? plurals : 1), qPrintable(entry.key()));
      for (const QString& form : entry.forms) {
        QVERIFY2(!form.trimmed().isEmpty(), qPrintable(entry.key()));
        if (entry.context == QLatin1String("core")) {
          QVERIFY2(argumentsOf(form) == argumentsOf(entry.source), qPrintable(entry.key()));
        } else {
          QVERIFY2(placeholders(form) == placeholders(entry.source), qPrintable(entry.key()));
        }
        QVERIFY2(form.count(QLatin1Char('&')) == entry.source.count(QLatin1Char('&')),
                 qPrintable(entry.key()));
        QVERIFY2(!form.endsWith(QLatin1String("...")), qPrintable(entry.key()));  // but "…"
      }
    }
  }

  void languagesHaveTheSameTexts() {
    const Words german = wordsIn(pathOf(QStringLiteral("espy_de.ts")));
    const Words chinese = wordsIn(pathOf(QStringLiteral("espy_zh.ts")));
    QCOMPARE(german.entries.size(), chinese.entries.size());
    QCOMPARE(german.keys(), chinese.keys());
  }

  /// New and changed texts are in the files, removed ones are not.
  void filesAreUpToDate_data() { languages(); }
  void filesAreUpToDate() {
    QFETCH(QString, file);
    const QString program = QStringLiteral(ESPY_LUPDATE);
    if (program.isEmpty()) QSKIP("there is no lupdate here, so new texts are not looked for");
    const QTemporaryDir folder;
    const QString copy = folder.filePath(file);
    QVERIFY(QFile::copy(pathOf(file), copy));
    const QString code = QStringLiteral(ESPY_SOURCE_DIR "/app/desktop");
    QStringList arguments{QStringLiteral("-locations"),
                          QStringLiteral("none"),
                          QStringLiteral("-no-obsolete"),
                          QStringLiteral("-disable-heuristic"),
                          QStringLiteral("sametext"),
                          QStringLiteral("-disable-heuristic"),
                          QStringLiteral("similartext"),
                          QStringLiteral("-I"),
                          code};
    QDirIterator each(code, {QStringLiteral("*.cpp"), QStringLiteral("*.h")}, QDir::Files,
                      QDirIterator::Subdirectories);
    while (each.hasNext()) arguments += each.next();
    // The core's messages.
    const QString ofCore = folder.filePath(QStringLiteral("core_words.cpp"));
    QProcess words;
    words.start(QStringLiteral(ESPY_SOURCE_DIR "/tests/style/core_words.py"),
                {QStringLiteral(ESPY_SOURCE_DIR), ofCore});
    QVERIFY2(words.waitForFinished(200000), qPrintable(words.errorString()));
    QVERIFY2(words.exitCode() == 0, words.readAllStandardError().constData());
    arguments += ofCore;
    arguments += {QStringLiteral("-ts"), copy};
    QProcess lupdate;
    lupdate.start(program, arguments);
    QVERIFY2(lupdate.waitForFinished(200000), qPrintable(lupdate.errorString()));
    QCOMPARE(lupdate.exitStatus(), QProcess::NormalExit);
    QCOMPARE(lupdate.exitCode(), 0);
    // Texts that are looked up in another context than they are written to.
    const QByteArray errors = lupdate.readAllStandardError();
    QVERIFY2(!errors.contains("lacks Q_OBJECT") && !errors.contains("Qualifying with unknown"),
             errors.constData());

    const Words now = wordsIn(copy);
    QVERIFY2(now.trouble.isEmpty(), qPrintable(now.trouble));
    QStringList lacking;
    for (const Entry& entry : now.entries) {
      if (!entry.type.isEmpty()) lacking += entry.key();
    }
    // Build the target espy_words, then translate what is unfinished.
    QVERIFY2(lacking.isEmpty(), qPrintable(lacking.join(QLatin1Char('\n'))));
    QCOMPARE(now.keys(), wordsIn(pathOf(file)).keys());
  }

 private:
  static void languages() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("plurals");
    QTest::newRow("German") << QStringLiteral("espy_de.ts") << 2;
    QTest::newRow("Chinese") << QStringLiteral("espy_zh.ts") << 1;
  }
};

}  // namespace

QTEST_GUILESS_MAIN(WordsTest)
#include "words_test.moc"
