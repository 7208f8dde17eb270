// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <QApplication>
#include <QCommandLineParser>
#include <QLibraryInfo>
#include <QLocale>
#include <QStandardPaths>
#include <QTranslator>

#include "espy/engine/all.h"
#include "widgets/contrast.h"
#include "window/icons.h"
#include "window/main_window.h"
#include "window/picture_opener.h"
#include "window/project_keeper.h"

namespace {

/// Installs the first available translation in order of the user's languages; English needs none.
void translate(QApplication& application, const QString& name, const QString& folder) {
  for (QString language : QLocale().uiLanguages()) {
    if (language.startsWith(QLatin1String("en"))) return;
    language.replace(QLatin1Char('-'), QLatin1Char('_'));
    auto* translator = new QTranslator(&application);
    if (translator->load(name + QLatin1Char('_') + language, folder)) {
      QApplication::installTranslator(translator);
      return;
    }
    delete translator;
  }
}

}  // namespace

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  QApplication::setApplicationName(QStringLiteral("espy-desktop"));
  QApplication::setOrganizationName(QStringLiteral("espy"));
  QApplication::setApplicationVersion(QString::fromLatin1(espy::version()));
  QApplication::setWindowIcon(espy::desktop::icon(QStringLiteral("espy"), QApplication::palette()));
  translate(application, QStringLiteral("qtbase"),
            QLibraryInfo::path(QLibraryInfo::TranslationsPath));
  translate(application, QStringLiteral("espy"), QStringLiteral(":/translations"));

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
      QApplication::translate("main", "picture"),
      QApplication::translate("main", "The picture; several, or a folder, make a batch."),
      QStringLiteral("[picture...]"));
  parser.process(application);

  QApplication::setPalette(espy::desktop::readable(QApplication::palette()));
  const espy::Registry registry = espy::makeRegistry();
  espy::desktop::MainWindow window(registry);
  window.show();
  window.keeper().enableRecovery(
      QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation));
  if (parser.isSet(demo)) {
    window.findTheTraveller();
  } else {
    window.opener().openFromCommandLine(parser.positionalArguments(), parser.values(needle));
  }
  return QApplication::exec();
}
