// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLayout>
#include <vector>

namespace espy::desktop {

/// Layout that wraps widgets like words, for translated buttons and small windows.
class FlowLayout : public QLayout {
 public:
  explicit FlowLayout(QWidget* parent = nullptr);
  ~FlowLayout() override;

  void addItem(QLayoutItem* item) override;
  int count() const override;
  QLayoutItem* itemAt(int index) const override;
  QLayoutItem* takeAt(int index) override;

  Qt::Orientations expandingDirections() const override { return {}; }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  QSize sizeHint() const override;  ///< on one line
  QSize minimumSize() const override;
  void setGeometry(const QRect& place) override;

 private:
  /// Computes the height, and places the items if `move`.
  int layOut(const QRect& place, bool move) const;
  QSize framed(QSize inside) const;

  std::vector<QLayoutItem*> items_;
};

/// A label with its field, which a `FlowLayout` does not separate.
QWidget* labelled(const QString& text, QWidget* field);

}  // namespace espy::desktop
