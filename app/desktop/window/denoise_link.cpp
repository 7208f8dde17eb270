// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/denoise_link.h"

#include "canvas/canvas.h"
#include "denoise/denoise_dialog.h"
#include "widgets/dialog_parts.h"
#include "window/workbench.h"

namespace espy::desktop {

DenoiseLink::DenoiseLink(Workbench& bench, Canvas& canvas) : bench_(bench), canvas_(canvas) {
  constexpr int kRestMilliseconds = 300;
  rest_.setSingleShot(true);
  rest_.setInterval(kRestMilliseconds);
  connect(&rest_, &QTimer::timeout, this, &DenoiseLink::search);
}

DenoiseLink::~DenoiseLink() {
  delete dialog_;
}

DenoiseDialog* DenoiseLink::dialog() const {
  return static_cast<DenoiseDialog*>(dialog_.data());
}

void DenoiseLink::open() {
  if (!dialog_) {
    auto* made = new DenoiseDialog(bench_.registry(), canvas_.window());
    dialog_ = made;
    made->setAttribute(Qt::WA_DeleteOnClose);
    wanted_ = bench_.settings().denoise;
    connect(&bench_, &Workbench::sceneChanged, made,
            [this, made] { made->setPicture(bench_.scene()); });
    connect(&bench_, &Workbench::settingsChanged, made, [this, made] {
      if (!rest_.isActive()) made->setSearch(bench_.settings().denoise);
    });
    connect(made, &DenoiseDialog::denoised, this,
            [this](const PicturePtr& picture) { bench_.setScene(picture); });
    connect(made, &DenoiseDialog::previewed, &canvas_,
            [this](const PicturePtr& copy) { canvas_.setPreview(copy); });
    connect(made, &DenoiseDialog::curtainWanted, &canvas_, &Canvas::setCurtainWanted);
    made->setPicture(bench_.scene());
    made->setSearch(wanted_);
    connect(made, &DenoiseDialog::searchWanted, this, [this](double strength) {
      wanted_ = strength;
      rest_.start();
    });
  }
  openBeside(*dialog(), canvas_);
}

void DenoiseLink::search() {
  SearchSettings settings = bench_.settings();
  if (settings.denoise == wanted_) return;
  settings.denoise = wanted_;
  bench_.setSettings(settings);
}

}  // namespace espy::desktop
