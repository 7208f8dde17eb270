// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMimeData>
#include <functional>
#include <vector>

namespace espy::desktop {

/// What is dragged out of the window, in several forms. Each is made when somebody asks for it, and
/// once.
class DragData : public QMimeData {
  Q_OBJECT

 public:
  /// Who lets go of it over our own window gives it to us, or did not mean to.
  enum class Home { welcome, refused };

  explicit DragData(Home home) : home_(home) {}
  Home home() const { return home_; }

  void offer(const QString& type, std::function<QVariant()> make);
  void offerPixels(std::function<QImage()> make);
  /// Files, written by this into a folder of their own, which lasts until the program ends: nobody
  /// says when they were read. Where writing fails, there are none.
  void offerFiles(std::function<void(const QString& folder)> write);

  QStringList formats() const override;
  bool hasFormat(const QString& type) const override;

 protected:
  QVariant retrieveData(const QString& type, QMetaType wanted) const override;

 private:
  struct Form {
    QString type;
    std::function<QVariant()> make;
    mutable QVariant made;
  };

  Home home_;
  std::vector<Form> forms_;
};

}  // namespace espy::desktop
