// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Saves screenshots of the window in several states, for review and documentation:
// desktop_screenshots [--dark] [--language XX] [--only NAME] [--size WIDTHxHEIGHT] [--brief]
// FOLDER. With --brief, measurements are shorter and the large crowd is smaller.
#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QLibraryInfo>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>
#include <cstdio>
#include <span>
#include <vector>

#include "desktop/animated_style.h"
#include "desktop/demo_shots.h"
#include "desktop/identify_shots.h"
#include "desktop/live_shots.h"
#include "desktop/palettes.h"
#include "desktop/picture_shots.h"
#include "desktop/pose_shots.h"
#include "desktop/signal_shots.h"
#include "desktop/tool_shots.h"
#include "espy/engine/all.h"
#include "judge/judge_view.h"
#include "widgets/contrast.h"
#include "window/tool_window.h"

namespace espy::desktop {
namespace {

void translate(const QString& language) {
  for (const QString& name : {QStringLiteral("qtbase_"), QStringLiteral("espy_")}) {
    const bool ours = name == QLatin1String("espy_");
    auto* translator = new QTranslator(QApplication::instance());
    if (translator->load(name + language,
                         ours ? QStringLiteral(":/translations")
                              : QLibraryInfo::path(QLibraryInfo::TranslationsPath))) {
      QApplication::installTranslator(translator);
    } else if (ours) {
      std::fprintf(stderr, "desktop_screenshots: no words in this language\n");
      std::exit(2);
    }
  }
}

/// The tool window that is open, or null.
QWidget* shownTool() {
  for (QWidget* widget : QApplication::topLevelWidgets()) {
    if (qobject_cast<ToolWindow*>(widget) != nullptr && widget->isVisible()) return widget;
  }
  return nullptr;
}

std::vector<State> allStates() {
  std::vector<State> states;
  for (const std::span<const State> some : std::initializer_list<std::span<const State>>{
           kPictureStates, kPoseStates, kToolStates, kDemoStates, kIdentifyStates, kSignalStates,
           kLiveStates}) {
    states.insert(states.end(), some.begin(), some.end());
  }
  return states;
}

/// Captures all states or one; returns whether all were saved.
bool takeAll(const QDir& folder, const QString& only, QSize size) {
  const Registry registry = makeRegistry();
  for (const State& state : allStates()) {
    const QString name = QString::fromLatin1(state.name);
    if (!only.isEmpty() && name != only) continue;
    const QTemporaryDir settings;  // empty settings
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
    QSettings().setValue(QStringLiteral("search/automatic"), false);  // each state chooses itself
    MainWindow window(registry);
    if (!size.isEmpty()) window.resize(size);
    window.show();
    if (!QTest::qWaitForWindowExposed(&window)) return false;
    state.show(window);
    QWidget* tool = shownTool();
    if (tool != nullptr && !size.isEmpty()) tool->resize(size);
    settle(window);
    const QString path = folder.filePath(name + QStringLiteral(".png"));
    // Some have their own window.
    QWidget* shown = tool != nullptr ? tool : &window;
    if (state.show == showRace) shown = window.findChild<RaceWindow*>();
    if (state.show == showMakeIndex) shown = window.findChild<IndexDialog*>();
    if (state.show == showSure) shown = window.findChild<JudgeView*>();
    if (!shown->grab().save(path)) {
      std::fprintf(stderr, "desktop_screenshots: cannot write %s\n", qPrintable(path));
      return false;
    }
    std::printf("%s\n", qPrintable(path));
    window.canvas().clearFocus();
  }
  return true;
}

}  // namespace
}  // namespace espy::desktop

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  QCommandLineParser parser;
  const QCommandLineOption dark(QStringLiteral("dark"), QStringLiteral("A dark desktop."));
  const QCommandLineOption language(QStringLiteral("language"), QStringLiteral("Such as de."),
                                    QStringLiteral("code"));
  const QCommandLineOption only(QStringLiteral("only"), QStringLiteral("One state."),
                                QStringLiteral("name"));
  const QCommandLineOption brief(QStringLiteral("brief"), QStringLiteral("Measure little."));
  const QCommandLineOption size(QStringLiteral("size"), QStringLiteral("Of the window."),
                                QStringLiteral("pixels"));
  parser.addOptions({dark, language, only, brief, size});
  parser.addHelpOption();
  parser.addPositionalArgument(QStringLiteral("folder"), QStringLiteral("Where pictures go."));
  parser.process(application);
  espy::desktop::brief = parser.isSet(brief);
  if (parser.positionalArguments().size() != 1) parser.showHelp(2);
  QApplication::setApplicationName(QStringLiteral("espy-screenshots"));
  QApplication::setOrganizationName(QStringLiteral("espy"));
  QApplication::setStyle(new espy::desktop::AnimatedStyle(0));
  QApplication::setPalette(espy::desktop::readable(espy::desktop::paletteOf(parser.isSet(dark))));
  QLocale::setDefault(QLocale(QStringLiteral("en")));
  if (parser.isSet(language)) {
    QLocale::setDefault(QLocale(parser.value(language)));
    espy::desktop::translate(parser.value(language));
  }
  const QDir folder(parser.positionalArguments().front());
  if (!folder.mkpath(QStringLiteral("."))) return 1;
  const QStringList sides = parser.value(size).split(QLatin1Char('x'));
  const QSize pixels = sides.size() == 2 ? QSize(sides[0].toInt(), sides[1].toInt()) : QSize();
  return espy::desktop::takeAll(folder, parser.value(only), pixels) ? 0 : 1;
}
