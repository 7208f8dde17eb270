// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/canvas_menu.h"

#include <QClipboard>
#include <QGuiApplication>

#include "canvas/canvas.h"
#include "results/results_view.h"
#include "window/actions.h"
#include "window/workbench.h"

namespace espy::desktop {
namespace {

void copy(const QString& text) {
  QGuiApplication::clipboard()->setText(text);
}

/// "x,y,width,height", as the command line accepts it.
QString placeOf(const QRect& window) {
  return QStringLiteral("%1,%2,%3,%4")
      .arg(window.x())
      .arg(window.y())
      .arg(window.width())
      .arg(window.height());
}

/// Escapes "&" for menu texts.
QString plain(QString name) {
  return name.replace(QLatin1Char('&'), QStringLiteral("&&"));
}

}  // namespace

CanvasMenu::CanvasMenu(Workbench& bench, Canvas& canvas, ResultsView& results,
                       const Actions& actions, QObject* parent)
    : QObject(parent), bench_(bench), canvas_(canvas), results_(results), actions_(actions) {
  connect(&canvas, &Canvas::menuWanted, this, [this](QPoint place, QPoint global) {
    QMenu* menu = menuFor(place).release();
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->popup(global);
  });
}

std::unique_ptr<QMenu> CanvasMenu::menuFor(QPoint place) {
  auto menu = std::make_unique<QMenu>(&canvas_);
  const int mark = canvas_.markAt(place);
  const QPoint pixel = canvas_.pixelAt(place);
  const auto cut = canvas_.selection();
  if (mark >= 0) addMatch(*menu, static_cast<std::uint32_t>(mark));
  if (cut && cut->contains(pixel)) addCut(*menu);
  if (menu->isEmpty()) addGround(*menu, pixel);
  return menu;
}

void CanvasMenu::addMatch(QMenu& menu, std::uint32_t mark) {
  // Select the match: the actions apply to the selection.
  if (!canvas_.isSelected(mark)) emit canvas_.markClicked(mark, Qt::NoModifier);
  const MatchList& matches = bench_.matches();
  const std::uint32_t index = canvas_.marks()->all()[mark].match;
  const QRect window = canvas_.marks()->all()[mark].window;
  const Match& match = matches.match(index);
  menu.addSection(plain(tr("Match %1, %2").arg(index + 1).arg(matches.needleOf(match).name)));
  menu.addAction(tr("&Zoom to it") + QLatin1Char('\t') +
                     QKeySequence(Qt::Key_Return).toString(QKeySequence::NativeText),
                 &canvas_, [&canvas = canvas_, window] { canvas.zoomTo(window); });
  menu.addAction(tr("&Copy its position: %1").arg(placeOf(window)), &canvas_,
                 [window] { copy(placeOf(window)); });
  menu.addAction(tr("&Use it as a needle"), &bench_, [&bench = bench_, window, index] {
    auto picture = std::make_shared<Picture>();
    picture->image = cutOut(bench.scene()->image, window);
    picture->name = tr("match %1").arg(index + 1);
    bench.addNeedle(std::move(picture));
  });
  menu.addAction(tr("Select &all of %1").arg(plain(matches.needleOf(match).name)), &results_,
                 [&results = results_, needle = match.needle] { results.selectNeedle(needle); });
  menu.addAction(actions_.at(ActionId::sayYes));
  menu.addAction(actions_.at(ActionId::sayNo));
  menu.addAction(actions_.at(ActionId::removeMatches));
  menu.addSeparator();
  menu.addAction(actions_.at(ActionId::nextMatch));
  menu.addAction(actions_.at(ActionId::previousMatch));
}

void CanvasMenu::addCut(QMenu& menu) const {
  menu.addSection(tr("The cut"));
  for (const ActionId what :
       {ActionId::keepNeedle, ActionId::toolIgnore, ActionId::saveNeedle, ActionId::removeNeedle}) {
    menu.addAction(actions_.at(what));
  }
}

void CanvasMenu::addGround(QMenu& menu, QPoint pixel) const {
  menu.addAction(actions_.at(ActionId::paste));
  menu.addSeparator();
  menu.addAction(actions_.at(ActionId::fit));
  menu.addAction(actions_.at(ActionId::actualSize));
  if (!canvas_.frame().contains(pixel)) return;
  QStringList values;
  const ImageView& view = bench_.scene()->image;
  for (int channel = 0; channel < view.format().channels; ++channel) {
    values.push_back(QString::number(sampleAt(view, pixel.x(), pixel.y(), channel)));
  }
  const QString words = values.join(QLatin1Char(' '));
  menu.addSeparator();
  menu.addAction(tr("Copy the pi&xel's value: %1").arg(words), &canvas_, [words] { copy(words); });
}

}  // namespace espy::desktop
