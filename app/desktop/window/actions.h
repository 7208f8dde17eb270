// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAction>
#include <QHash>
#include <QMenuBar>
#include <QObject>
#include <functional>
#include <span>

namespace espy::desktop {

/// Factor of the actions that zoom.
inline constexpr double kZoomStep = 1.5;

/// Actions of the window.
enum class ActionId {
  openScene,
  openNeedles,
  openIndex,
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
  live,
  identifyPicture,
  screenColour,
  denoise,
  makeIndex,
  traveller,
  night,
  race,
  help,
  about,
};

/// A row of the action table, from which menus, shortcuts and the help page are built.
struct ActionLine {
  ActionId what;
  const char* menu;      ///< its menu, untranslated
  const char* text;      ///< untranslated, with its mnemonic
  const char* shortcut;  ///< portable text (QKeySequence), or empty
  const char* icon;      ///< name in resources/icons, or empty
  const char* tip;       ///< untranslated line for status bar and help page
  bool checkable;
  bool separated;  ///< preceded by a separator
};
std::span<const ActionLine> actionTable();

/// The QActions of the table.
class Actions : public QObject {
  Q_OBJECT

 public:
  explicit Actions(QWidget* window);

  QAction* at(ActionId what) const { return actions_.value(static_cast<int>(what)); }
  /// Builds the menus of the table from the actions that `of` returns; null: not in these menus.
  static void fill(QMenuBar& bar, const std::function<QAction*(ActionId what)>& of);
  static QAction* make(const ActionLine& line, QObject* parent);
  /// Redraws the icons after a palette change.
  void tint(const QPalette& palette);

  /// Table of shortcuts for the help page, as rich text.
  static QString helpTable();

 signals:
  void asked(espy::desktop::ActionId what);

 private:
  QHash<int, QAction*> actions_;
};

class Workbench;

/// Enables each action that is possible now; `seen`: the picture view is shown.
void enableActions(const Actions& actions, Workbench& bench, bool seen);

}  // namespace espy::desktop
