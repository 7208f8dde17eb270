// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLayout>
#include <vector>

namespace espy::desktop {

/// A row of widgets that goes on in a second line where one is too narrow, as words do. Buttons in
/// other languages are wider, and small windows are narrow.
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
  QSize sizeHint() const override;  ///< of one line
  QSize minimumSize() const override;
  void setGeometry(const QRect& place) override;

 private:
  /// Gives each item its place, if `move`; the height that is needed.
  int layOut(const QRect& place, bool move) const;
  QSize framed(QSize inside) const;

  std::vector<QLayoutItem*> items_;
};

/// A label and what it is for, which stay together in a `FlowLayout`.
QWidget* labelled(const QString& text, QWidget* field);

}  // namespace espy::desktop
