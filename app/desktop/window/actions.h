// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAction>
#include <QHash>
#include <QMenuBar>
#include <QObject>
#include <span>

class QMainWindow;
class QToolBar;

namespace espy::desktop {

/// What the window can be told to do.
enum class Do {
  openScene,
  openNeedles,
  openProject,
  saveProject,
  saveProjectAs,
  nextPicture,
  previousPicture,
  readAgain,
  capture,
  paste,
  pasteScene,
  copyCommand,
  copyCode,
  copyPicture,
  saveNeedle,
  exportMatches,
  exportPicture,
  exportCrops,
  quit,
  undo,
  redo,
  keepNeedle,
  removeNeedle,
  selectAll,
  removeMatches,
  sayYes,
  sayNo,
  search,
  toolHand,
  toolCrop,
  toolLasso,
  toolIgnore,
  zoomIn,
  zoomOut,
  fit,
  actualSize,
  passNone,
  passOne,
  passTwo,
  passThree,
  sidePanel,
  nextMatch,
  previousMatch,
  minimap,
  scoreMap,
  fullScreen,
  picture,
  passes,
  timing,
  batch,
  lab,
  identify,
  signalLanes,
  identifyPicture,
  traveller,
  night,
  race,
  help,
  about,
};

/// One line of the table of all actions, from which menus, shortcuts and the help page are made.
struct ActionLine {
  Do what;
  const char* menu;      ///< its menu, untranslated
  const char* text;      ///< untranslated, with its mnemonic
  const char* shortcut;  ///< portable text, or empty
  const char* icon;      ///< in resources/icons, or empty
  const char* tip;       ///< one line for the status bar and the help page, untranslated
  bool checkable;
  bool separated;  ///< a line is drawn above it
};
std::span<const ActionLine> actionTable();

/// The actions themselves, made of the table.
class Actions : public QObject {
  Q_OBJECT

 public:
  explicit Actions(QWidget* window);

  QAction* at(Do what) const { return actions_.value(static_cast<int>(what)); }
  void fill(QMenuBar& bar) const;
  /// Draws the icons anew, after the palette changed.
  void tint(const QPalette& palette);

  /// The help page's table of shortcuts, as rich text.
  static QString helpTable();

 signals:
  void asked(espy::desktop::Do what);

 private:
  QHash<int, QAction*> actions_;
};

class Actions;

/// The tools, and at their right the switcher of views.
QToolBar* makeToolBar(QMainWindow& window, const Actions& actions);

class Actions;
class SignalView;
class Workbench;

/// Says of each action whether it can be done now; `seen`: the picture is the view that is seen.
void enableActions(const Actions& actions, Workbench& bench, bool seen);
/// The same of those that mean recordings while these are seen.
void enableSignalActions(const Actions& actions, const SignalView& view);

}  // namespace espy::desktop
