// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractListModel>
#include <QListView>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "model/match_list.h"
#include "results/crop_cache.h"
#include "results/results_table.h"
#include "results/sheet_picture.h"

namespace espy::desktop {

/// Model of the sheet's cells.
class SheetModel : public QAbstractListModel {
  Q_OBJECT

 public:
  /// Role of the name of a match's picture, in the sheet of a batch.
  static constexpr int kPictureRole = Qt::UserRole;

  explicit SheetModel(const MatchList& matches, QObject* parent = nullptr)
      : QAbstractListModel(parent), matches_(matches) {}

  void setCells(std::vector<SheetCell> cells);
  const std::vector<SheetCell>& cells() const { return cells_; }
  const SheetCell& cell(const QModelIndex& index) const {
    return cells_[static_cast<std::size_t>(index.row())];
  }
  int rowOf(std::uint32_t match) const;  ///< -1: none

  int rowCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(cells_.size());
  }
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  const MatchList& matches_;
  std::vector<SheetCell> cells_;
  std::vector<std::int32_t> rows_;  ///< by match; -1: none
};

/// Grid of the matches' crops, upright, next to their needles, best first. Only visible crops are
/// made. Under the pointer a crop is replaced by its difference to the needle.
class ContactSheet : public QListView {
  Q_OBJECT

 public:
  /// The selection is that of the table, which may be null.
  ContactSheet(MatchList& matches, ResultsTable* table, QWidget* parent = nullptr);

  /// Text of the empty sheet without a table.
  void setMessage(const QString& text);

  const SheetModel& sheetModel() const { return model_; }
  CropCache& crops() { return crops_; }
  /// What is to be painted in a cell.
  SheetCellLook look(const QModelIndex& index);

 signals:
  void centrePressed(std::uint32_t index);
  void zoomPressed(std::uint32_t index);
  void copyPressed();
  void removePressed();
  void sayPressed(espy::desktop::MatchVerdict said);  ///< for the selected matches

 protected:
  bool event(QEvent* event) override;
  bool viewportEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void changeEvent(QEvent* event) override;
  void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;

 private:
  /// Updates the cells: now if visible, else with the next showing.
  void refresh();
  void rebuild();
  void setSizes();
  void selectAsTable(bool scroll);
  void selectInTable();
  void setHovered(int row);
  const QImage& needle(std::uint32_t needle);
  std::optional<std::uint32_t> currentMatch() const;

  MatchList& matches_;
  ResultsTable* table_;
  QString message_;
  std::map<std::uint32_t, QImage> needles_;
  SheetModel model_;
  CropCache crops_;
  SearchResultPtr result_;  ///< of the crops
  int side_ = 0;            ///< of the crops, in device pixels
  int hovered_ = -1;        ///< row under the pointer
  bool outdated_ = true;
  bool selecting_ = false;  ///< suppresses echoes between the two selections
};

}  // namespace espy::desktop
