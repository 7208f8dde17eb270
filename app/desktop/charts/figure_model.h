// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>

namespace espy::desktop {

/// What a FigureTable shows: figures, and rows in which a sentence stands in their place.
class FigureModel : public QAbstractTableModel {
 public:
  using QAbstractTableModel::QAbstractTableModel;

  /// From this column on the row is one sentence; -1: it is figures to the end.
  virtual int sentenceColumn(int row) const = 0;
};

}  // namespace espy::desktop
