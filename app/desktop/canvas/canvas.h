// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPolygon>
#include <QTimer>
#include <QWidget>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "canvas/device_map.h"
#include "canvas/marks.h"
#include "canvas/overlay.h"
#include "canvas/pixel_values.h"
#include "canvas/score_layer.h"
#include "canvas/tool.h"
#include "canvas/viewport.h"
#include "model/picture.h"
#include "model/settings.h"

class QNativeGestureEvent;

namespace espy::desktop {

class Minimap;
class PictureLayer;
class Pulse;
class TileStore;

/// Shows a picture of any size, marks over it, and lets a tool work on it.
class Canvas : public QWidget {
  Q_OBJECT

 public:
  enum class ToolKind { hand, crop, lasso, ignore };

  explicit Canvas(QWidget* parent = nullptr);
  ~Canvas() override;

  /// Another picture: marks, selection and hint of the one before are gone, and it is seen whole.
  void setScene(PicturePtr scene);
  const PicturePtr& scene() const { return scene_; }
  const Viewport& viewport() const { return viewport_; }

  void setMarks(std::shared_ptr<const Marks> marks);
  const std::shared_ptr<const Marks>& marks() const { return marks_; }
  void setMarkSettings(const MarkSettings& settings);
  const MarkSettings& markSettings() const { return markSettings_; }
  /// Marks to be seen at once among the others, as indices into the marks.
  void setSelected(const std::vector<std::uint32_t>& selected);
  const std::vector<std::uint32_t>& selectedMarks() const { return selectedMarks_; }
  bool isSelected(std::uint32_t mark) const { return overlay_.isSelected(mark); }
  /// The mark that keys and screen readers are at, until there are other marks.
  void setCurrent(std::optional<std::uint32_t> mark);
  const std::optional<std::uint32_t>& current() const { return current_; }
  /// Draws the eye to a mark, once; not where the desktop wants no animations.
  void pulse(std::uint32_t mark);
  bool isPulsing() const;
  /// What a screen reader says of a mark.
  void setMarkWords(std::function<QString(std::uint32_t)> words);
  QString markWords(std::uint32_t mark) const;
  /// Scores to be seen over the picture; null: none.
  void setScores(ScorePlanePtr plane);
  /// Until there are others, it is said that the scores of this needle are being computed.
  void awaitScores(const QString& needle);
  const ScorePlanePtr& scores() const { return scores_.plane(); }
  void setMinimapWanted(bool wanted);
  /// A place that is no match but the next best thing; drawn dashed.
  void setHint(std::optional<QRect> hint);
  /// What the middle of the canvas says, where there is nothing to see or nothing found.
  void setMessage(const QString& text);

  void setToolKind(ToolKind kind);

  /// The rectangle being cut out, in pixels of the scene; the crop tool shows it with handles.
  std::optional<QRect> selection() const { return selection_; }
  void setSelection(std::optional<QRect> selection);
  /// What is ignored within the selection (0), of the selection's size; null: nothing is. Forgotten
  /// when the selection takes another size.
  void setSelectionMask(std::shared_ptr<const Image> mask);
  const std::shared_ptr<const Image>& selectionMask() const { return selectionMask_; }

  void fit();
  void actualSize();
  void zoomBy(double factor);
  /// Brings a rectangle of the picture into the middle, and zooms out if it would not fit.
  void centreOn(const QRect& rectangle);
  /// The same, but nothing moves where it can be seen already.
  void reveal(const QRect& rectangle);
  /// Shows it large, with what is around it.
  void zoomTo(const QRect& rectangle);
  /// Brings a point of the picture into the middle.
  void lookAt(QPointF picture);

  /// The mark at a place of the widget, or -1. One too small to be seen is as large as its ring.
  int markAt(QPointF place) const;

  // For the tools.
  /// Where the pixels of the picture lie on the screen.
  DeviceMap map() const { return DeviceMap(viewport_, size(), devicePixelRatioF()); }
  /// The pixel of the scene at a place of the widget; may lie outside.
  QPoint pixelAt(QPointF widget) const;
  /// All pixels of the scene.
  QRect frame() const { return scene_ ? frameOf(scene_->image) : QRect(); }
  /// Moves the picture by so much of the widget.
  void moveView(QPointF by);
  /// A press and a release at one place: tells of the mark there.
  void click(QPointF place, Qt::KeyboardModifiers modifiers);

 signals:
  void viewChanged();                          ///< zoom or place
  void probed(const QPoint& pixel);            ///< the pointer is over this pixel; -1,-1: none
  void selectionChanging(const QRect& now);    ///< while it is dragged
  void selectionMade(const QRect& rectangle);  ///< let go of
  void selectionDropped();                     ///< by the Escape key
  void lassoMade(const QPolygon& polygon);     ///< corners of pixels of the scene; see lasso_mask.h
  void ignoreMade(const espy::desktop::PixelMask& mask);  ///< the selection's mask, painted
  void markClicked(std::uint32_t index, Qt::KeyboardModifiers modifiers);  ///< into the marks
  void emptyClicked();                                                     ///< beside all marks
  void menuWanted(QPoint place, QPoint global);  ///< a context menu for this place
  void framePainted(double milliseconds);        ///< how long it took

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void keyReleaseEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  void makeTool();
  /// After any change of the viewport: paints fast, and well once it rests.
  void viewMoved();
  void zoomAt(QPointF place, double factor);
  void probe(QPointF place);
  void updateCursor();
  bool panWithKey(const QKeyEvent& event);
  void scrollWhileDragging();
  /// The key Enter: zooms to the current mark, or places a first rectangle.
  bool enter();
  bool placeSelection();
  void tellOfMarks();
  void paintPicture(QPainter& painter);
  void paintOverlays(QPainter& painter);
  void paintFocus(QPainter& painter) const;

  PicturePtr scene_;
  Viewport viewport_;
  std::unique_ptr<TileStore> tiles_;
  std::unique_ptr<PictureLayer> layer_;
  std::shared_ptr<const Marks> marks_;
  MarkSettings markSettings_;
  Overlay overlay_;
  PixelValues values_;
  std::vector<std::uint32_t> selectedMarks_;
  std::optional<std::uint32_t> current_;
  std::function<QString(std::uint32_t)> markWords_;
  ScoreLayer scores_;
  QString awaitedScores_;  ///< the needle's name; null: none are
  Pulse* pulse_;
  Minimap* minimap_;
  std::optional<QRect> hint_;
  QString message_;
  std::optional<QRect> selection_;
  std::shared_ptr<const Image> selectionMask_;
  ToolKind toolKind_ = ToolKind::crop;
  std::unique_ptr<Tool> tool_;

  QTimer rest_;                        ///< runs while the view moves
  QTimer scroll_;                      ///< runs while something is dragged beyond the edge
  bool space_ = false;                 ///< the space bar is held down
  std::optional<QPointF> pannedFrom_;  ///< where the pointer last was, while it moves the picture
  bool dragging_ = false;              ///< the tool has taken a press
  QPointF pointer_;
  Qt::KeyboardModifiers modifiers_;  ///< at the pointer's last move
  QPoint probed_{-1, -1};
};

}  // namespace espy::desktop
