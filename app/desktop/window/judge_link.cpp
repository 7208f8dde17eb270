// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/judge_link.h"

#include <QFileDialog>
#include <QFileInfo>

#include "judge/judge_bar.h"
#include "judge/judge_view.h"
#include "results/results_view.h"
#include "tray/tray_view.h"
#include "widgets/ask_path.h"
#include "window/picture_page.h"
#include "window/workbench.h"

namespace espy::desktop {
namespace {

const char* const kJudgeFolder = "judge";

}  // namespace

JudgeLink::JudgeLink(Workbench& bench, PicturePage& page) : bench_(bench), page_(page) {
  connect(&page.judgeBar(), &JudgeBar::curveWanted, this, &JudgeLink::showView);
  connect(&page.tray(), &TrayView::saveJudgeWanted, this, &JudgeLink::save);
  connect(&page.tray(), &TrayView::loadJudgeWanted, this, &JudgeLink::load);
}

JudgeLink::~JudgeLink() {
  delete view_;
}

JudgeView* JudgeLink::view() const {
  return static_cast<JudgeView*>(view_.data());
}

void JudgeLink::showView() {
  if (view_) {
    view()->raise();
    return view()->activateWindow();
  }
  auto* shown = new JudgeView(bench_.judging(), page_.window());
  view_ = shown;
  shown->setAttribute(Qt::WA_DeleteOnClose);
  connect(shown, &JudgeView::matchWanted, this, [this](std::uint32_t match) {
    page_.results().select(match, false);
    emit page_.results().stepped(match);
  });
  connect(&bench_, &Workbench::resultChanged, shown, &JudgeView::forgetMatch);
  connect(shown, &QDialog::finished, &bench_.judging(),
          [&controller = bench_.judging()] { controller.setRejectedShown(false); });
  shown->show();
}

void JudgeLink::save(int needle) {
  const NeedleItem* item = bench_.tray().find(needle);
  if (item == nullptr || !item->judge) return;
  askForPath(page_.window(),
             {tr("Save the judge"),
              QLatin1String(kJudgeFolder),
              {},
              QFileInfo(item->name).completeBaseName() + QStringLiteral(".esj"),
              {tr("Espy judges (*.esj)")}},
             [this, needle](const QString& path) {
               const bool ends = path.endsWith(QLatin1String(".esj"), Qt::CaseInsensitive);
               bench_.judging().save(needle, ends ? path : path + QStringLiteral(".esj"));
               rememberPath(QLatin1String(kJudgeFolder), path);
             });
}

void JudgeLink::load(int needle) {
  auto* dialog =
      new QFileDialog(page_.window(), tr("Load a judge"),
                      rememberedFolder(QLatin1String(kJudgeFolder), {}), tr("Espy judges (*.esj)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this,
          [this, needle](const QString& path) { bench_.judging().load(needle, path); });
  dialog->open();
}

}  // namespace espy::desktop
