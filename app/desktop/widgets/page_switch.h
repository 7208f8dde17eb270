// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHBoxLayout>
#include <QStackedWidget>

#include "widgets/chosen_style.h"
#include "widgets/plain_widgets.h"

namespace espy::desktop {

/// A row of exclusive buttons, one for each page of a stack.
class PageSwitch : public QWidget {
 public:
  explicit PageSwitch(QStackedWidget* pages) : pages_(pages), row_(new QHBoxLayout(this)) {
    row_->setContentsMargins({});
    row_->setSpacing(0);
  }

  /// Appends a page with its button.
  void add(QWidget* page, const QString& text, const QString& tip) {
    QToolButton* button = newToolButton(text, tip);
    button->setAccessibleName(tip);
    button->setCheckable(true);
    button->setStyleSheet(chosenStyle(4));
    row_->addWidget(button);
    pages_->addWidget(page);
    const auto check = [this, button, page] {
      button->setChecked(pages_->currentWidget() == page);
    };
    check();
    connect(pages_, &QStackedWidget::currentChanged, button, check);
    connect(button, &QToolButton::clicked, this, [this, page, check] {
      pages_->setCurrentWidget(page);
      check();
    });
  }

 private:
  QStackedWidget* pages_;
  QHBoxLayout* row_;
};

}  // namespace espy::desktop
