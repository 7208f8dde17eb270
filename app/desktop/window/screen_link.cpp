// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/screen_link.h"

#include <QColor>
#include <QMouseEvent>

#include "canvas/canvas.h"
#include "screen/screen_dialog.h"
#include "widgets/dialog_parts.h"
#include "window/workbench.h"

namespace espy::desktop {
namespace {

/// A pixel's colour, rounded to 8 bits.
QColor colourAt(const ImageView& view, QPoint pixel) {
  const PixelFormat format = view.format();
  const auto part = [&](int channel) {
    const auto sample = static_cast<int>(
        sampleAt(view, pixel.x(), pixel.y(), format.colourChannels() == 1 ? 0 : channel));
    return format.depth == Depth::u8 ? sample : (sample + 128) / 257;
  };
  return {part(0), part(1), part(2)};
}

}  // namespace

ScreenLink::ScreenLink(Workbench& bench, Canvas& canvas) : bench_(bench), canvas_(canvas) {}

ScreenLink::~ScreenLink() {
  delete dialog_;
}

ScreenDialog* ScreenLink::dialog() const {
  return static_cast<ScreenDialog*>(dialog_.data());
}

void ScreenLink::open() {
  if (!dialog_) {
    auto* made = new ScreenDialog(bench_.registry(), canvas_.window());
    dialog_ = made;
    made->setAttribute(Qt::WA_DeleteOnClose);
    made->setPicture(bench_.scene());
    connect(&bench_, &Workbench::sceneChanged, made,
            [this, made] { made->setPicture(bench_.scene()); });
    connect(made, &ScreenDialog::screened, this,
            [this](const PicturePtr& picture) { bench_.setScene(picture); });
    connect(made, &ScreenDialog::previewed, &canvas_,
            [this](const PicturePtr& copy) { canvas_.setPreview(copy); });
    connect(made, &ScreenDialog::pickingChanged, this, &ScreenLink::setPicking);
  }
  openBeside(*dialog(), canvas_);
}

void ScreenLink::setPicking(bool on) {
  if (on) {
    canvas_.installEventFilter(this);
  } else {
    canvas_.removeEventFilter(this);
  }
}

bool ScreenLink::eventFilter(QObject* watched, QEvent* event) {
  // The second press of a double click is an event of its own.
  const bool press =
      event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonDblClick;
  const bool release = event->type() == QEvent::MouseButtonRelease;
  if (watched != &canvas_ || !dialog_ || !bench_.scene() || (!press && !release)) return false;
  const auto* mouse = static_cast<QMouseEvent*>(event);  // NOLINT: of this type
  if (mouse->button() != Qt::LeftButton) return false;
  const QPoint pixel = canvas_.pixelAt(mouse->position());
  const ImageView view = bench_.scene()->image;
  if (press && frameOf(view).contains(pixel)) dialog()->addColour(colourAt(view, pixel));
  return true;
}

}  // namespace espy::desktop
