// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The window's program as a shell starts it.
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

class StartTest : public QObject {
  Q_OBJECT

 private slots:
  void unknownSimdLevelIsRefused() {
    QProcess window;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("ESPY_SIMD"), QStringLiteral("nonsense"));
    window.setProcessEnvironment(environment);
    window.start(QStringLiteral(ESPY_WINDOW), {QStringLiteral("--version")});
    QVERIFY(window.waitForFinished());
    const QByteArray said = window.readAllStandardError();
    QCOMPARE(window.exitStatus(), QProcess::NormalExit);
    QVERIFY2(window.exitCode() == 2, said.constData());
    QVERIFY2(said.startsWith("espy-desktop: ESPY_SIMD=nonsense: "), said.constData());
    QCOMPARE(said.count('\n'), 1);
    QVERIFY(window.readAllStandardOutput().isEmpty());
  }
  void knownSimdLevelStarts() {
    QProcess window;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("ESPY_SIMD"), QStringLiteral("plain"));
    window.setProcessEnvironment(environment);
    window.start(QStringLiteral(ESPY_WINDOW), {QStringLiteral("--version")});
    QVERIFY(window.waitForFinished());
    QCOMPARE(window.exitCode(), 0);
    QVERIFY(window.readAllStandardOutput().startsWith("espy-desktop "));
  }
  void errorsOfUseHaveTheStatusOfTheCommand() {
    const QTemporaryDir runtime;  // Qt prints a line if there is none
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), runtime.path());
    for (const char* option : {"--nonsense", "--needle"}) {
      QProcess window;
      window.setProcessEnvironment(environment);
      window.start(
          QStringLiteral(ESPY_WINDOW),
          {QStringLiteral("-platform"), QStringLiteral("offscreen"), QString::fromLatin1(option)});
      QVERIFY(window.waitForFinished());
      const QByteArray said = window.readAllStandardError();
      QCOMPARE(window.exitStatus(), QProcess::NormalExit);
      QVERIFY2(window.exitCode() == 2, said.constData());
      QVERIFY2(said.startsWith("espy-desktop: "), said.constData());
      QVERIFY2(said.contains(QByteArray(option).mid(2)), said.constData());
      QVERIFY2(said.endsWith("Try 'espy-desktop --help'.\n"), said.constData());
      QCOMPARE(said.count('\n'), 1);
    }
  }
  void withoutAScreenThereIsOneSentence() {
    QProcess window;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE"}) {
      environment.remove(QString::fromLatin1(name));
    }
    window.setProcessEnvironment(environment);
    window.start(QStringLiteral(ESPY_WINDOW), {QStringLiteral("a.png")});
    QVERIFY(window.waitForFinished());
    const QByteArray said = window.readAllStandardError();
    QCOMPARE(window.exitStatus(), QProcess::NormalExit);
    QCOMPARE(window.exitCode(), 2);
    QCOMPARE(said,
             "espy-desktop: there is no screen: DISPLAY is not set; espy works without one\n");
    window.start(
        QStringLiteral(ESPY_WINDOW),
        {QStringLiteral("-platform"), QStringLiteral("offscreen"), QStringLiteral("--version")});
    QVERIFY(window.waitForFinished());
    QCOMPARE(window.exitCode(), 0);
  }
};

QTEST_GUILESS_MAIN(StartTest)
#include "start_test.moc"
