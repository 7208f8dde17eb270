// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/actions.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QMenu>
#include <QUndoStack>
#include <QWidget>
#include <string_view>

#include "model/translated.h"
#include "widgets/mnemonic.h"
#include "window/icons.h"
#include "window/main_window.h"
#include "window/workbench.h"

namespace espy::desktop {

namespace {

constexpr const char* kPasses = "Pa&sses";  ///< a submenu of "&View"

// clang-format off
constexpr ActionLine kTable[] = {
    {ActionId::openScene, QT_TRANSLATE_NOOP("Actions", "&File"), QT_TRANSLATE_NOOP("Actions", "&Open a picture..."), "Ctrl+O", "open",
     QT_TRANSLATE_NOOP("Actions", "Opens the picture to search in"), false, false},
    {ActionId::openNeedles, "&File", QT_TRANSLATE_NOOP("Actions", "Open &needles..."), "Ctrl+Shift+O", "add",
     QT_TRANSLATE_NOOP("Actions", "Opens pictures to search for"), false, false},
    {ActionId::openIndex, "&File", QT_TRANSLATE_NOOP("Actions", "Open an &index of needles..."), "", "",
     QT_TRANSLATE_NOOP("Actions", "Opens an index, which is a folder, to search for all of its needles at once"), false, false},
    {ActionId::readAgain, "&File", QT_TRANSLATE_NOOP("Actions", "Read the picture &again"), "Ctrl+R", "",
     QT_TRANSLATE_NOOP("Actions", "Reads the picture's file again, if another program has changed it"), false, false},
    {ActionId::nextPicture, "&File", QT_TRANSLATE_NOOP("Actions", "Ne&xt picture in the folder"), "Ctrl+PgDown", "",
     QT_TRANSLATE_NOOP("Actions", "Opens the next picture in the folder"), false, false},
    {ActionId::previousPicture, "&File", QT_TRANSLATE_NOOP("Actions", "Pre&vious picture in the folder"), "Ctrl+PgUp", "",
     QT_TRANSLATE_NOOP("Actions", "Opens the previous picture in the folder"), false, false},
    {ActionId::capture, "&File", QT_TRANSLATE_NOOP("Actions", "Ta&ke a screenshot"), "", "",
     QT_TRANSLATE_NOOP("Actions", "Hides this window and takes a screenshot as the picture to search in"), false, false},
    {ActionId::openProject, "&File", QT_TRANSLATE_NOOP("Actions", "Open a pro&ject..."), "", "",
     QT_TRANSLATE_NOOP("Actions", "Opens saved work: the picture, the needles and the options"), false, true},
    {ActionId::saveProject, "&File", QT_TRANSLATE_NOOP("Actions", "&Save the project"), "Ctrl+S", "",
     QT_TRANSLATE_NOOP("Actions", "Saves the picture, the needles and the options in one file"), false, false},
    {ActionId::saveProjectAs, "&File", QT_TRANSLATE_NOOP("Actions", "Save the &project as..."), "Ctrl+Shift+S", "",
     QT_TRANSLATE_NOOP("Actions", "Saves the project under another name"), false, false},
    {ActionId::saveNeedle, "&File", QT_TRANSLATE_NOOP("Actions", "Save the nee&dle..."), "", "",
     QT_TRANSLATE_NOOP("Actions", "Saves the selected needle as a picture"), false, true},
    {ActionId::exportMatches, "&File", QT_TRANSLATE_NOOP("Actions", "&Export the matches..."), "Ctrl+E", "",
     QT_TRANSLATE_NOOP("Actions", "Writes the matches as CSV or JSON"), false, false},
    {ActionId::exportPicture, "&File", QT_TRANSLATE_NOOP("Actions", "Export the &marked picture..."), "Ctrl+Shift+E", "",
     QT_TRANSLATE_NOOP("Actions", "Writes the picture with its matches marked"), false, false},
    {ActionId::exportCrops, "&File", QT_TRANSLATE_NOOP("Actions", "Export each match as a &crop..."), "", "",
     QT_TRANSLATE_NOOP("Actions", "Writes each match to a folder as a separate picture"), false, false},
    {ActionId::quit, "&File", QT_TRANSLATE_NOOP("Actions", "&Quit"), "Ctrl+Q", "",
     QT_TRANSLATE_NOOP("Actions", "Closes the window"), false, true},
    {ActionId::undo, QT_TRANSLATE_NOOP("Actions", "&Edit"), QT_TRANSLATE_NOOP("Actions", "&Undo"), "Ctrl+Z", "undo",
     QT_TRANSLATE_NOOP("Actions", "Undoes the last change"), false, false},
    {ActionId::redo, "&Edit", QT_TRANSLATE_NOOP("Actions", "&Redo"), "Ctrl+Shift+Z", "redo",
     QT_TRANSLATE_NOOP("Actions", "Repeats the change that was undone"), false, false},
    {ActionId::paste, "&Edit", QT_TRANSLATE_NOOP("Actions", "&Paste"), "Ctrl+V", "",
     QT_TRANSLATE_NOOP("Actions", "Pastes a picture: to search in if there is none, otherwise as a needle"), false, true},
    {ActionId::pasteScene, "&Edit", QT_TRANSLATE_NOOP("Actions", "Paste as the picture to search &in"), "Ctrl+Shift+V", "",
     QT_TRANSLATE_NOOP("Actions", "Pastes a picture, and searches in it"), false, false},
    {ActionId::copyPicture, "&Edit", QT_TRANSLATE_NOOP("Actions", "&Copy the needle"), "Ctrl+Shift+C", "",
     QT_TRANSLATE_NOOP("Actions", "Copies the selected needle"), false, false},
    {ActionId::copyCommand, "&Edit", QT_TRANSLATE_NOOP("Actions", "Copy as a c&ommand"), "Ctrl+Alt+C", "",
     QT_TRANSLATE_NOOP("Actions", "Copies the shell command that runs this search"), false, false},
    {ActionId::copyCode, "&Edit", QT_TRANSLATE_NOOP("Actions", "Copy as C&++"), "", "",
     QT_TRANSLATE_NOOP("Actions", "Copies the C++ code that runs this search with the library"), false, false},
    {ActionId::keepNeedle, "&Edit", QT_TRANSLATE_NOOP("Actions", "&Keep this needle, cut another"), "K", "keep",
     QT_TRANSLATE_NOOP("Actions", "The next rectangle makes another needle"), false, true},
    {ActionId::removeNeedle, "&Edit", QT_TRANSLATE_NOOP("Actions", "Remove the &needle"), "Shift+Del", "remove",
     QT_TRANSLATE_NOOP("Actions", "Removes the selected needle from the tray"), false, false},
    {ActionId::selectAll, "&Edit", QT_TRANSLATE_NOOP("Actions", "Select &all matches"), "Ctrl+A", "",
     QT_TRANSLATE_NOOP("Actions", "Selects every match that is shown"), false, false},
    {ActionId::removeMatches, "&Edit", QT_TRANSLATE_NOOP("Actions", "Remove the selected &matches"), "Del", "",
     QT_TRANSLATE_NOOP("Actions", "Removes the selected matches from the results; undo restores them"), false, false},
    {ActionId::sayYes, "&Edit", QT_TRANSLATE_NOOP("Actions", "Label as &true matches"), "Y", "",
     QT_TRANSLATE_NOOP("Actions", "Labels the selected matches as true, for the judge to learn from; repeat to remove the label"), false, true},
    {ActionId::sayNo, "&Edit", QT_TRANSLATE_NOOP("Actions", "Label as fals&e matches"), "N", "",
     QT_TRANSLATE_NOOP("Actions", "Labels the selected matches as false: they only look like the needle; repeat to remove the label"), false, false},
    {ActionId::picture, QT_TRANSLATE_NOOP("Actions", "&View"), QT_TRANSLATE_NOOP("Actions", "&Picture"), "F3", "",
     QT_TRANSLATE_NOOP("Actions", "The picture, its needles and its matches"), true, false},
    {ActionId::batch, "&View", QT_TRANSLATE_NOOP("Actions", "&Batch"), "Ctrl+B", "",
     QT_TRANSLATE_NOOP("Actions", "The same search in many pictures"), true, false},
    {ActionId::fit, "&View", QT_TRANSLATE_NOOP("Actions", "&Fit"), "Ctrl+0", "fit",
     QT_TRANSLATE_NOOP("Actions", "Shows the whole picture or recording"), false, true},
    {ActionId::actualSize, "&View", QT_TRANSLATE_NOOP("Actions", "&Actual size (1:1)"), "Ctrl+1", "actual",
     QT_TRANSLATE_NOOP("Actions", "One pixel of the picture per pixel of the screen"), false, false},
    {ActionId::zoomIn, "&View", QT_TRANSLATE_NOOP("Actions", "Zoom &in"), "Ctrl++", "zoom_in",
     QT_TRANSLATE_NOOP("Actions", "Zooms in on the picture or the recording, as the wheel does"), false, false},
    {ActionId::zoomOut, "&View", QT_TRANSLATE_NOOP("Actions", "Zoom &out"), "Ctrl+-", "zoom_out",
     QT_TRANSLATE_NOOP("Actions", "Zooms out of the picture or the recording"), false, false},
    {ActionId::nextMatch, "&View", QT_TRANSLATE_NOOP("Actions", "Ne&xt match"), ".", "",
     QT_TRANSLATE_NOOP("Actions", "Goes to the next match of the table; Enter zooms to it"), false, true},
    {ActionId::previousMatch, "&View", QT_TRANSLATE_NOOP("Actions", "Pre&vious match"), ",", "",
     QT_TRANSLATE_NOOP("Actions", "Goes to the previous match of the table; Enter zooms to it"), false, false},
    {ActionId::minimap, "&View", QT_TRANSLATE_NOOP("Actions", "&Minimap"), "M", "",
     QT_TRANSLATE_NOOP("Actions", "Shows the whole picture in a corner while only a part of it is visible"), true, true},
    {ActionId::scoreMap, "&View", QT_TRANSLATE_NOOP("Actions", "Scor&e map"), "S", "",
     QT_TRANSLATE_NOOP("Actions", "Colours the picture by the needle's score at each position"), true, false},
    {ActionId::passNone, QT_TRANSLATE_NOOP("Actions", "Pa&sses"), QT_TRANSLATE_NOOP("Actions", "Marks as &chosen"), "Alt+0", "",
     QT_TRANSLATE_NOOP("Actions", "Shows the marks in the chosen style"), true, false},
    {ActionId::passOne, kPasses, QT_TRANSLATE_NOOP("Actions", "After pass &1"), "Alt+1", "",
     QT_TRANSLATE_NOOP("Actions", "Shows the flags after pass 1: where matches start"), true, false},
    {ActionId::passTwo, kPasses, QT_TRANSLATE_NOOP("Actions", "After pass &2"), "Alt+2", "",
     QT_TRANSLATE_NOOP("Actions", "Shows the flags after pass 2: the pixels inside matches"), true, false},
    {ActionId::passThree, kPasses, QT_TRANSLATE_NOOP("Actions", "After pass &3"), "Alt+3", "",
     QT_TRANSLATE_NOOP("Actions", "Shows what pass 3 paints"), true, false},
    {ActionId::passes, kPasses, QT_TRANSLATE_NOOP("Actions", "&Show a pass"), "F4", "",
     QT_TRANSLATE_NOOP("Actions", "Shows the last chosen pass, or the marks again"), true, true},
    {ActionId::sidePanel, "&View", QT_TRANSLATE_NOOP("Actions", "Si&de panel"), "F9", "",
     QT_TRANSLATE_NOOP("Actions", "Options and matches, next to the picture"), true, true},
    {ActionId::fullScreen, "&View", QT_TRANSLATE_NOOP("Actions", "F&ull screen"), "F11", "",
     QT_TRANSLATE_NOOP("Actions", "Shows only the picture; Escape restores the window"), true, false},
    {ActionId::search, QT_TRANSLATE_NOOP("Actions", "&Tools"), QT_TRANSLATE_NOOP("Actions", "&Search"), "F5", "start",
     QT_TRANSLATE_NOOP("Actions", "Searches now, or stops searching"), false, false},
    {ActionId::toolCrop, "&Tools", QT_TRANSLATE_NOOP("Actions", "&Cut out a rectangle"), "C", "crop",
     QT_TRANSLATE_NOOP("Actions", "Drag a rectangle over the thing to find"), true, true},
    {ActionId::toolLasso, "&Tools", QT_TRANSLATE_NOOP("Actions", "Cut out with the &lasso"), "L", "lasso",
     QT_TRANSLATE_NOOP("Actions", "Draw around the thing to find"), true, false},
    {ActionId::toolIgnore, "&Tools", QT_TRANSLATE_NOOP("Actions", "&Ignore a part"), "I", "ignore",
     QT_TRANSLATE_NOOP("Actions", "Paint over parts that the search should ignore"), true, false},
    {ActionId::toolHand, "&Tools", QT_TRANSLATE_NOOP("Actions", "&Hand"), "H", "hand",
     QT_TRANSLATE_NOOP("Actions", "Move the picture; the middle button does so in every tool"), true, false},
    {ActionId::identifyPicture, "&Tools", QT_TRANSLATE_NOOP("Actions", "Identif&y this picture"), "Ctrl+Shift+I", "",
     QT_TRANSLATE_NOOP("Actions", "Finds the surface in a library that the picture shows"), false, true},
    {ActionId::screenColour, "&Tools", QT_TRANSLATE_NOOP("Actions", "Scr&een by colour..."), "", "",
     QT_TRANSLATE_NOOP("Actions", "Keeps pixels by colour, by an expression or at edges, and marks the rest"), false, false},
    {ActionId::denoise, "&Tools", QT_TRANSLATE_NOOP("Actions", "De&noise..."), "", "",
     QT_TRANSLATE_NOOP("Actions", "Removes noise while edges stay sharp, in the picture or for the search only"), false, false},
    {ActionId::makeIndex, "&Tools", QT_TRANSLATE_NOOP("Actions", "&Make an index from a folder..."), "", "",
     QT_TRANSLATE_NOOP("Actions", "Puts all pictures of a folder into one index, to search for all of them at once"), false, false},
    {ActionId::timing, "&Tools", QT_TRANSLATE_NOOP("Actions", "&Timing"), "Ctrl+T", "",
     QT_TRANSLATE_NOOP("Actions", "Where the time goes, engine by engine"), false, true},
    {ActionId::lab, "&Tools", QT_TRANSLATE_NOOP("Actions", "La&b"), "Ctrl+L", "",
     QT_TRANSLATE_NOOP("Actions", "Runs the papers' experiments on this machine and compares their strategies"), false, false},
    {ActionId::identify, "&Tools", QT_TRANSLATE_NOOP("Actions", "I&dentify"), "Ctrl+I", "",
     QT_TRANSLATE_NOOP("Actions", "Which surface in a library does a photograph show?"), false, false},
    {ActionId::signalLanes, "&Tools", QT_TRANSLATE_NOOP("Actions", "Si&gnals"), "Ctrl+G", "",
     QT_TRANSLATE_NOOP("Actions", "Where else in these recordings does this piece occur?"), false, false},
    {ActionId::live, "&Tools", QT_TRANSLATE_NOOP("Actions", "Li&ve"), "Ctrl+Shift+L", "",
     QT_TRANSLATE_NOOP("Actions", "Searches a screen, a camera or a video while it changes"), false, false},
    {ActionId::traveller, QT_TRANSLATE_NOOP("Actions", "&Help"), QT_TRANSLATE_NOOP("Actions", "Find the &traveller"), "", "",
     QT_TRANSLATE_NOOP("Actions", "Find him in a crowd yourself, then let Espy do it"), false, false},
    {ActionId::night, "&Help", QT_TRANSLATE_NOOP("Actions", "Find the traveller at &night"), "", "",
     QT_TRANSLATE_NOOP("Actions", "In bad light many people look like him; label a few, and Espy learns to tell him apart"), false, false},
    {ActionId::race, "&Help", QT_TRANSLATE_NOOP("Actions", "Engine &race"), "", "",
     QT_TRANSLATE_NOOP("Actions", "Replays the engines' runs in slow motion, to scale"), false, false},
    {ActionId::help, "&Help", QT_TRANSLATE_NOOP("Actions", "&Shortcuts and hints"), "F1", "",
     QT_TRANSLATE_NOOP("Actions", "All actions and their keyboard shortcuts"), false, true},
    {ActionId::about, "&Help", QT_TRANSLATE_NOOP("Actions", "&About Espy"), "", "",
     QT_TRANSLATE_NOOP("Actions", "The version, and the engines on this machine"), false, false},
};
// clang-format on

QString translated(const char* text) {
  return QCoreApplication::translate("Actions", text);
}

}  // namespace

std::span<const ActionLine> actionTable() {
  return kTable;
}

Actions::Actions(QWidget* window) : QObject(window) {
  auto* tools = new QActionGroup(this);
  auto* passes = new QActionGroup(this);
  for (const ActionLine& line : kTable) {
    QAction* action = make(line, this);
    if (line.what >= ActionId::toolHand && line.what <= ActionId::toolIgnore)
      tools->addAction(action);
    if (line.what >= ActionId::passNone && line.what <= ActionId::passThree)
      passes->addAction(action);
    connect(action, &QAction::triggered, this, [this, what = line.what] { emit asked(what); });
    window->addAction(action);
    actions_.insert(static_cast<int>(line.what), action);
  }
  at(ActionId::passNone)->setChecked(true);
  at(ActionId::toolCrop)->setChecked(true);
  at(ActionId::sidePanel)->setChecked(true);
  at(ActionId::minimap)->setChecked(true);
  tint(window->palette());
}

QAction* Actions::make(const ActionLine& line, QObject* parent) {
  auto* action = new QAction(translated(line.text), parent);
  action->setObjectName(QString::fromLatin1(line.text));
  action->setIconText(withoutMnemonic(translated(line.text)));
  action->setShortcut(QKeySequence(QString::fromLatin1(line.shortcut)));
  action->setStatusTip(translated(line.tip));
  action->setToolTip(translated(line.tip));
  action->setCheckable(line.checkable);
  return action;
}

void Actions::fill(QMenuBar& bar, const std::function<QAction*(ActionId what)>& of) {
  QHash<QString, QMenu*> menus;
  for (const ActionLine& line : kTable) {
    QAction* action = of(line.what);
    if (action == nullptr) continue;
    const QString title = translated(line.menu);
    QMenu* menu = menus.value(title);
    if (menu == nullptr) {
      const bool inner = std::string_view(line.menu) == kPasses;
      menu = inner ? menus.value(translated("&View"))->addMenu(title) : bar.addMenu(title);
      menus.insert(title, menu);
    } else if (line.separated) {
      menu->addSeparator();
    }
    menu->addAction(action);
  }
}

void Actions::tint(const QPalette& palette) {
  for (const ActionLine& line : kTable) {
    const QString name = QString::fromLatin1(line.icon);
    if (!name.isEmpty()) at(line.what)->setIcon(icon(name, palette));
  }
}

QString Actions::helpTable() {
  QString rows;
  for (const ActionLine& line : kTable) {
    const QString keys =
        QKeySequence(QString::fromLatin1(line.shortcut)).toString(QKeySequence::NativeText);
    const QString text = withoutMnemonic(translated(line.text));
    rows +=
        QStringLiteral("<tr><td><b>%1</b>&nbsp;&nbsp;</td><td>%2</td><td>%3</td></tr>")
            .arg(keys.toHtmlEscaped(), text.toHtmlEscaped(), translated(line.tip).toHtmlEscaped());
  }
  return QStringLiteral("<table cellpadding=\"3\">%1</table>").arg(rows);
}

void enableActions(const Actions& actions, Workbench& bench, bool seen) {
  QUndoStack& undo = bench.undo();
  const bool scene = bench.scene() != nullptr;
  const bool needles = !bench.tray().items().empty();
  const bool found = bench.matches().result() && !bench.matches().result()->finding.matches.empty();
  actions.at(ActionId::undo)->setEnabled(undo.canUndo());
  actions.at(ActionId::redo)->setEnabled(undo.canRedo());
  actions.at(ActionId::undo)->setToolTip(MainWindow::tr("Undo: %1").arg(undo.undoText()));
  actions.at(ActionId::redo)->setToolTip(MainWindow::tr("Redo: %1").arg(undo.redoText()));
  for (const ActionId what :
       {ActionId::saveNeedle, ActionId::copyPicture, ActionId::removeNeedle}) {
    actions.at(what)->setEnabled(needles);
  }
  for (const ActionId what : {ActionId::exportMatches, ActionId::exportPicture,
                              ActionId::exportCrops, ActionId::selectAll}) {
    actions.at(what)->setEnabled(found);
  }
  for (const ActionId what : {ActionId::nextMatch, ActionId::previousMatch})
    actions.at(what)->setEnabled(found);
  const bool file = scene && !bench.scene()->path.isEmpty();
  for (const ActionId what :
       {ActionId::nextPicture, ActionId::previousPicture, ActionId::readAgain}) {
    actions.at(what)->setEnabled(file);
  }
  for (const ActionId what : {ActionId::saveProject, ActionId::saveProjectAs}) {
    actions.at(what)->setEnabled(scene || needles);
  }
  for (const ActionId what : {ActionId::copyCommand, ActionId::copyCode}) {
    actions.at(what)->setEnabled(bench.canSearch());
  }
  actions.at(ActionId::keepNeedle)->setEnabled(bench.cutId() != 0);
  for (const ActionId what :
       {ActionId::fit, ActionId::actualSize, ActionId::zoomIn, ActionId::zoomOut}) {
    actions.at(what)->setEnabled(scene && seen);
  }
  actions.at(ActionId::search)->setEnabled(bench.search().running() || bench.canSearch());
  for (const ActionId what :
       {ActionId::identifyPicture, ActionId::screenColour, ActionId::denoise}) {
    actions.at(what)->setEnabled(scene);
  }
  actions.at(ActionId::race)->setEnabled(scene && !bench.tray().activePictures().empty());
}

}  // namespace espy::desktop
