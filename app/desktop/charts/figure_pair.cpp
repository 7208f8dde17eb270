// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "charts/figure_pair.h"

#include <QSplitter>

namespace espy::desktop {
namespace {

class Pair : public QSplitter {
 protected:
  void resizeEvent(QResizeEvent* event) override {
    const bool flat = width() > 2.6 * height();
    if (flat != (orientation() == Qt::Horizontal)) {
      setOrientation(flat ? Qt::Horizontal : Qt::Vertical);
      if (flat) setSizes({width() / 2, width() / 2});
    }
    QSplitter::resizeEvent(event);
  }
};

}  // namespace

QSplitter* pairOf(QWidget* chart, QWidget* table) {
  auto* splitter = new Pair;
  splitter->setOrientation(Qt::Vertical);
  splitter->addWidget(chart);
  splitter->addWidget(table);
  splitter->setStretchFactor(0, 1);
  splitter->setStretchFactor(1, 0);
  splitter->setChildrenCollapsible(false);
  return splitter;
}

}  // namespace espy::desktop
