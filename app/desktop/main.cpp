// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <QApplication>
#include <QCommandLineParser>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include "espy/espy.h"
#include "window/icons.h"
#include "window/intake.h"
#include "window/main_window.h"

namespace {

void translate(QApplication& application) {
  for (const QString& name : {QStringLiteral("qtbase"), QStringLiteral("espy")}) {
    auto* translator = new QTranslator(&application);
    const QString folder = name == QLatin1String("espy")
                               ? QStringLiteral(":/translations")
                               : QLibraryInfo::path(QLibraryInfo::TranslationsPath);
    if (translator->load(QLocale(), name, QStringLiteral("_"), folder)) {
      application.installTranslator(translator);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  QApplication::setApplicationName(QStringLiteral("espy-desktop"));
  QApplication::setOrganizationName(QStringLiteral("espy"));
  QApplication::setApplicationVersion(QString::fromLatin1(espy::version()));
  QApplication::setWindowIcon(espy::desktop::icon(QStringLiteral("espy"), QApplication::palette()));
  translate(application);

  QCommandLineParser parser;
  parser.setApplicationDescription(QApplication::translate("main", "Finds a picture in pictures."));
  parser.addHelpOption();
  parser.addVersionOption();
  const QCommandLineOption needle({QStringLiteral("e"), QStringLiteral("needle")},
                                  QApplication::translate("main", "A needle; may repeat."),
                                  QApplication::translate("main", "file"));
  const QCommandLineOption demo(
      QStringLiteral("traveller"),
      QApplication::translate("main", "Find the traveller in the crowd."));
  parser.addOption(needle);
  parser.addOption(demo);
  parser.addPositionalArgument(
      QApplication::translate("main", "image"),
      QApplication::translate("main", "The scene; many of them make a batch."),
      QStringLiteral("[image...]"));
  parser.process(application);

  const espy::Registry registry = espy::makeRegistry();
  espy::desktop::MainWindow window(registry);
  window.show();
  if (parser.isSet(demo)) {
    window.findTheTraveller();
  } else {
    window.intake().openFromCommandLine(parser.positionalArguments(), parser.values(needle));
  }
  return QApplication::exec();
}
