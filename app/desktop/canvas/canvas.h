// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
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
#include "canvas/tile_store.h"
#include "canvas/tool.h"
#include "canvas/viewport.h"
#include "model/picture.h"
#include "model/settings.h"

namespace espy::desktop {

class Curtain;
class Minimap;
class PictureLayer;
class Pulse;

/// Shows a picture of any size with marks over it, and passes input to a tool.
class Canvas : public QWidget {
  Q_OBJECT

 public:
  enum class ToolKind { hand, crop, lasso, ignore };

  explicit Canvas(QWidget* parent = nullptr);
  ~Canvas() override;

  /// Replaces the picture: clears marks, selection and hint, and fits the view.
  void setScene(PicturePtr scene);
  const PicturePtr& scene() const { return scene_; }
  /// The next frame of a stream, with its tiles of `tileLevel()`: view, marks and selection stay if
  /// its size is that of the scene.
  void setFrame(PicturePtr frame, const MadeTiles& tiles);
  /// The level of the tiles that are shown.
  int tileLevel() const;
  /// Whether the user drags with the tool.
  bool isDragging() const { return dragging_; }
  /// Shows a picture over the scene, until the next scene; a smaller one is enlarged. Null: none.
  void setPreview(PicturePtr preview);
  const PicturePtr& preview() const { return preview_; }
  /// Shows previews only to the right of a line that can be dragged.
  void setCurtainWanted(bool wanted);
  /// Hidden without a preview.
  Curtain& curtain() { return *curtain_; }
  const Viewport& viewport() const { return viewport_; }

  void setMarks(std::shared_ptr<const Marks> marks);
  const std::shared_ptr<const Marks>& marks() const { return marks_; }
  void setMarkSettings(const MarkSettings& settings);
  const MarkSettings& markSettings() const { return markSettings_; }
  /// Indices of the marks to highlight.
  void setSelected(const std::vector<std::uint32_t>& selected);
  const std::vector<std::uint32_t>& selectedMarks() const { return selectedMarks_; }
  bool isSelected(std::uint32_t mark) const { return overlay_.isSelected(mark); }
  /// The mark that has the keyboard and screen-reader focus; reset when the marks change.
  void setCurrent(std::optional<std::uint32_t> mark);
  const std::optional<std::uint32_t>& current() const { return current_; }
  /// Whether the desktop wants animations.
  bool animates() const;
  /// Animates a ring around a mark once, unless the desktop disables animations.
  void pulse(std::uint32_t mark);
  bool isPulsing() const;
  /// Sets the text that screen readers get for a mark.
  void setMarkText(std::function<QString(std::uint32_t)> words);
  QString markWords(std::uint32_t mark) const;
  /// Score overlay; null: none.
  void setScores(ScorePlanePtr plane);
  /// Shows in the legend that the scores of this needle are being computed, until setScores().
  void awaitScores(const QString& needle);
  const ScorePlanePtr& scores() const { return scores_.plane(); }
  void setMinimapWanted(bool wanted);
  /// The best window below the threshold, drawn dashed.
  void setHint(std::optional<QRect> hint);
  /// Outlines of matches below the minimum score, in picture coordinates; drawn faint.
  void setGhosts(std::vector<QPolygonF> ghosts) {
    if (ghosts_.empty() && ghosts.empty()) return;
    ghosts_ = std::move(ghosts);
    update();
  }
  const std::vector<QPolygonF>& ghosts() const { return ghosts_; }
  /// Text in the middle of the canvas, for when nothing is loaded or found.
  void setMessage(const QString& text);

  void setToolKind(ToolKind kind);

  /// The crop rectangle in pixels of the scene; the crop tool draws it with handles.
  std::optional<QRect> selection() const { return selection_; }
  void setSelection(std::optional<QRect> selection);
  /// Whether the dashes around the selection move, unless the desktop disables animations.
  void setMarching(bool marching);
  /// Mask of the selection's size, 0 where pixels are ignored; null: none are. Dropped when the
  /// selection changes its size.
  void setSelectionMask(std::shared_ptr<const Image> mask);
  const std::shared_ptr<const Image>& selectionMask() const { return selectionMask_; }

  void fit();
  void actualSize();
  void zoomBy(double factor);
  /// Centres a rectangle of the picture; zooms out if it does not fit.
  void centreOn(const QRect& rectangle);
  /// Like centreOn(), but does nothing if the rectangle is already visible.
  void reveal(const QRect& rectangle);
  /// Zooms to a rectangle, with a margin.
  void zoomTo(const QRect& rectangle);
  /// Centres a point of the picture.
  void centreOn(QPointF picture);

  /// The mark at a point of the widget, or -1. Marks too small to be seen have the size of their
  /// ring.
  int markAt(QPointF place) const;

  // For the tools.
  /// Maps picture pixels to device pixels.
  DeviceMap map() const { return DeviceMap(viewport_, size(), devicePixelRatioF()); }
  /// The pixel of the scene at a point of the widget; may be outside the scene.
  QPoint pixelAt(QPointF widget) const;
  /// All pixels of the scene.
  QRect frame() const { return scene_ ? frameOf(scene_->image) : QRect(); }
  /// Pans the picture by an offset in widget coordinates.
  void moveView(QPointF by);
  /// Handles a click: emits markClicked() or emptyClicked().
  void click(QPointF place, Qt::KeyboardModifiers modifiers);

 signals:
  void viewChanged();                          ///< zoom or centre
  void probed(const QPoint& pixel);            ///< pixel under the pointer; -1,-1: none
  void selectionChanging(const QRect& now);    ///< during the drag
  void selectionMade(const QRect& rectangle);  ///< complete
  void selectionDropped();                     ///< by the Escape key
  void lassoMade(const QPolygon& polygon);     ///< pixel corners of the scene; see lassoMaskOf()
  void ignoreMade(const espy::desktop::PixelMask& mask);  ///< the painted mask of the selection
  void markClicked(std::uint32_t index, Qt::KeyboardModifiers modifiers);  ///< index into the marks
  void emptyClicked();                           ///< a click outside all marks
  void menuWanted(QPoint place, QPoint global);  ///< context menu at this point
  void framePainted(double milliseconds);        ///< duration of the paint event

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
  /// After any change of the viewport: paints fast now and smoothly once the view rests.
  void viewMoved();
  void zoomAt(QPointF place, double factor);
  void probe(QPointF place);
  void updateCursor();
  bool panWithKey(const QKeyEvent& event);
  void scrollWhileDragging();
  /// Enter: zooms to the current mark, or places an initial rectangle.
  bool enter();
  bool placeSelection();
  void notifyMarks();
  void paintPicture(QPainter& painter);
  void paintPreview(QPainter& painter, const DeviceMap& map);
  void paintOverlays(QPainter& painter);
  /// The part of the canvas that the minimap covers.
  QRect takenByMinimap() const;
  void paintFocus(QPainter& painter) const;

  PicturePtr scene_;
  Viewport viewport_;
  std::unique_ptr<TileStore> tiles_;
  std::unique_ptr<PictureLayer> layer_;
  PicturePtr preview_;
  std::unique_ptr<TileStore> previewTiles_;
  std::unique_ptr<PictureLayer> previewLayer_;
  QImage smallPreview_;  ///< if it is smaller than the scene
  Curtain* curtain_;
  bool curtainWanted_ = false;
  std::shared_ptr<const Marks> marks_;
  MarkSettings markSettings_;
  Overlay overlay_;
  PixelValues values_;
  std::vector<std::uint32_t> selectedMarks_;
  std::optional<std::uint32_t> current_;
  std::function<QString(std::uint32_t)> markWords_;
  ScoreLayer scores_;
  QString awaitedScores_;  ///< name of the needle; null: none awaited
  Pulse* pulse_;
  Minimap* minimap_;
  std::optional<QRect> hint_;
  std::vector<QPolygonF> ghosts_;
  QString message_;
  std::optional<QRect> selection_;
  std::shared_ptr<const Image> selectionMask_;
  ToolKind toolKind_ = ToolKind::crop;
  std::unique_ptr<Tool> tool_;

  QTimer rest_;                        ///< runs while the view moves
  QTimer march_;                       ///< moves the dashes around the selection
  double phase_ = 0;                   ///< of these dashes, in line widths
  QTimer scroll_;                      ///< runs while a drag is beyond the edge
  bool space_ = false;                 ///< the space bar is held down
  std::optional<QPointF> pannedFrom_;  ///< last pointer position during a pan
  bool dragging_ = false;              ///< the tool accepted a press
  QPointF pointer_;
  Qt::KeyboardModifiers modifiers_;  ///< at the last pointer move
  QPoint probed_{-1, -1};
};

}  // namespace espy::desktop
