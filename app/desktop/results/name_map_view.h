// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractListModel>
#include <QLabel>
#include <QListView>
#include <QWidget>
#include <cstdint>

#include "model/match_list.h"
#include "results/name_map.h"

namespace espy::desktop {

/// Model of a map's legend.
class LegendModel : public QAbstractListModel {
 public:
  using QAbstractListModel::QAbstractListModel;

  void setMap(const NameMap& map);
  int rowCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(entries_.size());
  }
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  std::vector<NameMap::Entry> entries_;
};

/// The cells of a map, fitted into the widget.
class NameMapCells : public QWidget {
  Q_OBJECT

 public:
  explicit NameMapCells(QWidget* parent = nullptr);

  void setMap(const NameMap* map);
  /// The cell at a position of the widget; (-1, -1): none.
  QPoint cellAt(QPointF place) const;
  /// Where the cell is painted.
  QRectF placeOf(QPoint cell) const;
  /// What the tool tip of a cell says.
  QString textOf(QPoint cell) const;

 signals:
  void chosen(QPoint cell);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  /// Where all cells are painted.
  QRectF frame() const;

  const NameMap* map_ = nullptr;
  QPoint hovered_{-1, -1};
};

/// Map of names of the shown matches, with a legend. Made when it is visible.
class NameMapView : public QWidget {
  Q_OBJECT

 public:
  explicit NameMapView(MatchList& matches, QWidget* parent = nullptr);

  const NameMap& map() const { return map_; }
  NameMapCells& cells() { return *cells_; }
  QListView& legend() { return *legend_; }
  /// What is said of the map, such as its size.
  QString message() const { return message_->text(); }

 signals:
  void matchChosen(std::uint32_t match);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void refresh();

  MatchList& matches_;
  NameMap map_;
  bool outdated_ = true;
  QLabel* message_;
  NameMapCells* cells_;
  LegendModel* entries_;
  QListView* legend_;
};

}  // namespace espy::desktop
