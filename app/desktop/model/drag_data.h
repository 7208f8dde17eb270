// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QMimeData>
#include <QStringList>
#include <functional>
#include <vector>

namespace espy::desktop {

/// Drag data in several formats. Each is created once, on the first request.
class DragData : public QMimeData {
  Q_OBJECT

 public:
  /// What a drop onto Espy's own window does.
  enum class OwnDrop { welcome, refused };

  explicit DragData(OwnDrop ownDrop) : ownDrop_(ownDrop) {}
  OwnDrop ownDrop() const { return ownDrop_; }

  void offer(const QString& type, std::function<QVariant()> make);
  void offerPixels(std::function<QImage()> make);
  /// Offers files that `write` creates in a temporary folder. It is deleted at program exit, as the
  /// time of reading is unknown. If writing fails, no files are offered.
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

  OwnDrop ownDrop_;
  std::vector<Form> forms_;
};

/// Dropped or pasted data: pixels, or local files.
struct Dropped {
  QImage pixels;      ///< preferred if both are offered
  QStringList files;  ///< local paths

  bool empty() const { return pixels.isNull() && files.isEmpty(); }
};
/// Whether the data can be dropped. Called during drags, so it decodes nothing.
bool canDrop(const QMimeData& data);
Dropped take(const QMimeData& data);

}  // namespace espy::desktop
