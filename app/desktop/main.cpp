// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <QApplication>
#include <QCommandLineParser>
#include <QLibraryInfo>
#include <QLocale>
#include <QStandardPaths>
#include <QTranslator>
#include <algorithm>
#include <cstdio>
#include <string_view>

#include "espy/engine/all.h"
#include "espy/engine/simd.h"
#include "widgets/contrast.h"
#include "widgets/window_style.h"
#include "window/icons.h"
#include "window/main_window.h"
#include "window/project_keeper.h"
#include "window/start.h"

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

/// Whether neither a screen nor a platform of Qt is named, so that Qt would abort.
bool lacksScreen(int count, char** words) {
  for (const char* name : {"QT_QPA_PLATFORM", "WAYLAND_DISPLAY", "DISPLAY"}) {
    if (!qEnvironmentVariableIsEmpty(name)) return false;
  }
  if (qgetenv("XDG_SESSION_TYPE") == "wayland") return false;
  return std::none_of(words, words + count, [](std::string_view word) {
    return word == "-platform" || word == "--platform";
  });
}

}  // namespace

int main(int argc, char** argv) {
  try {
    espy::checkSimdVariable();
  } catch (const espy::Error& error) {
    std::fprintf(stderr, "espy-desktop: %s\n", error.what());
    return 2;
  }
  if (lacksScreen(argc, argv)) {
    std::fputs("espy-desktop: there is no screen: DISPLAY is not set; espy works without one\n",
               stderr);
    return 2;
  }
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
  const espy::desktop::Start start(parser);
  // process() exits with status 1 for errors of use, which is "nothing found" of the command.
  if (!parser.parse(QApplication::arguments())) {
    std::fprintf(stderr, "espy-desktop: %s Try 'espy-desktop --help'.\n",
                 qPrintable(parser.errorText()));
    return 2;
  }
  parser.process(application);
  QGuiApplication::setDesktopFileName(start.desktopEntry());

  QApplication::setStyle(new espy::desktop::WindowStyle);
  QApplication::setPalette(espy::desktop::readable(QApplication::palette()));
  const espy::Registry registry = espy::makeRegistry();
  espy::desktop::MainWindow window(registry);
  // A tool window alone has nothing to recover.
  QObject::connect(
      &window, &espy::desktop::MainWindow::shown, &window,
      [&window] {
        window.keeper().enableRecovery(
            QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation));
      },
      Qt::SingleShotConnection);
  start.open(window);
  return QApplication::exec();
}
