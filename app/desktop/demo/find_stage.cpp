// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "demo/find_stage.h"

#include "canvas/canvas.h"

namespace espy::desktop {

QWidget& CanvasStage::widget() {
  return canvas_;
}

QRectF CanvasStage::placeOf(const QRect& pixels) const {
  return canvas_.viewport().toWidget(QRectF(pixels));
}

QPointF CanvasStage::centre() const {
  return canvas_.viewport().centre();
}

double CanvasStage::zoom() const {
  return canvas_.viewport().zoom();
}

void CanvasStage::centreOn(QPointF centre, double zoom) {
  canvas_.zoomBy(zoom / canvas_.viewport().zoom());
  canvas_.moveView((canvas_.viewport().centre() - centre) * canvas_.viewport().zoom());
}

}  // namespace espy::desktop
