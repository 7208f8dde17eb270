// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QMimeData>
#include <QStringList>
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

/// What somebody drops or pastes: pixels, or files of this machine.
struct Dropped {
  QImage pixels;      ///< taken first where a program offers both
  QStringList files;  ///< paths

  bool empty() const { return pixels.isNull() && files.isEmpty(); }
};
/// Does this hold anything that can be taken? Asked while dragging, so nothing is decoded.
bool canTake(const QMimeData& data);
Dropped take(const QMimeData& data);

}  // namespace espy::desktop
