// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/help_page.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QScreen>
#include <QTextBrowser>
#include <QVBoxLayout>

#include "espy/engine/all.h"
#include "model/translated.h"
#include "window/actions.h"

namespace espy::desktop {
namespace {

/// Translation context of this file.
struct HelpPageWords {
  Q_DECLARE_TR_FUNCTIONS(HelpPage)
};

void showPage(QWidget& parent, const QString& name, const QString& title, const QString& html,
              QSize size) {
  if (auto* open = parent.findChild<QDialog*>(name)) {
    open->raise();
    open->activateWindow();
    return;
  }
  auto* dialog = new QDialog(&parent);
  dialog->setObjectName(name);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(title);
  auto* text = new QTextBrowser(dialog);
  text->setAccessibleName(title);
  text->setHtml(html);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
  auto* column = new QVBoxLayout(dialog);
  column->addWidget(text);
  column->addWidget(buttons);
  dialog->resize(size.boundedTo(parent.screen()->availableSize() * 9 / 10));
  dialog->show();
}

}  // namespace

void showHelp(QWidget& parent) {
  const QString hints =
      QStringLiteral(
          "<h3>%1</h3><ol><li>%2</li><li>%3</li><li>%4</li></ol><p>%5</p><p>%6</p><p>%7</p>")
          .arg(HelpPageWords::tr("In three steps"),
               HelpPageWords::tr("Drop a picture on the window."),
               HelpPageWords::tr("Drag a rectangle over the thing to find."),
               HelpPageWords::tr("Every occurrence is outlined. Refine the search by the "
                                 "rectangle, the method or the minimum score."),
               HelpPageWords::tr("The wheel zooms at the pointer; drag with the middle button, or "
                                 "with Space held down, to move the picture. Arrow keys nudge the "
                                 "rectangle (Shift: by ten pixels; Alt: its size)."),
               HelpPageWords::tr(
                   "With Ignore, paint over parts that the search should ignore; [ and ] change "
                   "the brush. Space in the table of matches centres the match."),
               HelpPageWords::tr("In the lanes of a recording: + and - zoom, 0 shows all, Home and "
                                 "End go to the start and the end. Ctrl with the wheel or with up "
                                 "and down changes a lane's height, F fits it, Alt with up and "
                                 "down moves it. Enter begins a motif or searches, Space plays."));
  showPage(parent, QStringLiteral("help"), HelpPageWords::tr("Shortcuts and hints"),
           hints + QStringLiteral("<h3>%1</h3>").arg(HelpPageWords::tr("All actions")) +
               Actions::helpTable(),
           {720, 640});
}

void showAbout(QWidget& parent, const Registry& registry) {
  QString rows;
  for (const Engine& engine : registry.engines()) {
    rows +=
        QStringLiteral("<tr><td><b>%1</b>&nbsp;&nbsp;</td><td>%2</td><td>%3</td></tr>")
            .arg(QString::fromStdString(engine.name).toHtmlEscaped(),
                 engine.available ? HelpPageWords::tr("can run") : HelpPageWords::tr("cannot run"),
                 translated(engine.detail).toHtmlEscaped());
  }
  const QString html =
      QStringLiteral(
          "<h2>Espy %1</h2><p>%2</p><h3>%3</h3><table cellpadding=\"3\">%4</table><p>%5</p>")
          .arg(QString::fromLatin1(version()),
               HelpPageWords::tr("Finds a picture in pictures: exact, fast, with the same result "
                                 "on every engine."),
               HelpPageWords::tr("Engines on this machine"), rows,
               HelpPageWords::tr("Licence: Apache-2.0."));
  showPage(parent, QStringLiteral("about"), HelpPageWords::tr("About Espy"), html, {620, 420});
}

}  // namespace espy::desktop
