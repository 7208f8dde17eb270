// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPolygon>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "canvas/marks.h"
#include "canvas/tool.h"
#include "canvas/viewport.h"
#include "model/picture.h"
#include "model/settings.h"

namespace espy::desktop {

class TileStore;

/// Shows a picture of any size, marks over it, and lets a tool work on it.
class Canvas : public QWidget {
  Q_OBJECT

 public:
  enum class ToolKind { hand, crop, lasso, ignore };

  explicit Canvas(QWidget* parent = nullptr);
  ~Canvas() override;

  void setScene(PicturePtr scene);
  const PicturePtr& scene() const { return scene_; }
  const Viewport& viewport() const { return viewport_; }

  void setMarks(std::shared_ptr<const Marks> marks);
  const std::shared_ptr<const Marks>& marks() const { return marks_; }
  void setMarkSettings(const MarkSettings& settings);
  const MarkSettings& markSettings() const { return markSettings_; }
  /// Marks to be seen at once among the others, as indices into the marks.
  void setSelected(std::vector<std::uint32_t> selected);
  /// A place that is no match but the next best thing; drawn dashed.
  void setHint(std::optional<QRect> hint);
  /// What the middle of the canvas says, where there is nothing to see or nothing found.
  void setMessage(const QString& text);

  void setToolKind(ToolKind kind);
  ToolKind toolKind() const { return toolKind_; }

  /// The rectangle being cut out, in pixels of the scene; the crop tool shows it with handles.
  std::optional<QRect> selection() const { return selection_; }
  void setSelection(std::optional<QRect> selection);
  /// What is ignored within the selection (0), of the selection's size; null: nothing is.
  void setSelectionMask(std::shared_ptr<const Image> mask);
  const std::shared_ptr<const Image>& selectionMask() const { return selectionMask_; }

  void fit();
  void actualSize();
  void zoomBy(double factor);
  /// Brings a rectangle of the picture into the middle, and zooms out if it would not fit.
  void centreOn(const QRect& rectangle);

 signals:
  void viewChanged();                          ///< zoom or place
  void probed(const QPoint& pixel);            ///< the pointer is over this pixel; -1,-1: none
  void selectionChanging(const QRect& now);    ///< while it is dragged
  void selectionMade(const QRect& rectangle);  ///< let go of
  void lassoMade(const QPolygon& polygon);     ///< in pixels of the scene
  void ignoreMade(const espy::desktop::PixelMask& mask);  ///< the selection's mask, painted
  void markClicked(std::uint32_t index, Qt::KeyboardModifiers modifiers);
  void emptyClicked();                     ///< beside all marks
  void framePainted(double milliseconds);  ///< how long it took

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void keyReleaseEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  PicturePtr scene_;
  Viewport viewport_;
  std::unique_ptr<TileStore> tiles_;
  std::shared_ptr<const Marks> marks_;
  MarkSettings markSettings_;
  std::optional<QRect> selection_;
  std::shared_ptr<const Image> selectionMask_;
  ToolKind toolKind_ = ToolKind::crop;
  std::unique_ptr<Tool> tool_;
};

}  // namespace espy::desktop
