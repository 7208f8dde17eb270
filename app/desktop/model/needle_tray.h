// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractListModel>
#include <QColor>
#include <QPixmap>
#include <QRect>
#include <QString>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "espy/engine/find.h"
#include "espy/engine/judge.h"
#include "model/picture.h"

namespace espy::desktop {

/// A needle's judge.
struct NeedleJudge {
  static constexpr double kUsualRecall = 0.99;

  Judge judge;
  double recall = kUsualRecall;  ///< target part of true matches kept
  QString file;                  ///< empty: not saved

  double threshold() const { return judge.threshold(recall); }
};
using NeedleJudgePtr = std::shared_ptr<const NeedleJudge>;

/// Judges' results for the matches of a search.
struct Judged {
  static constexpr double kNoProbability = std::numeric_limits<double>::quiet_NaN();

  /// Probability of a true match, by match; `kNoProbability` if its needle has no judge.
  std::shared_ptr<const std::vector<double>> probability;
  std::vector<double> thresholds;  ///< by needle
  /// The judging engine, if it is not the searching one, and the reason.
  QString engine;
  QString engineReason;

  /// Whether the probability is below the needle's threshold.
  bool isBelow(std::uint32_t match, std::uint32_t needle) const {
    return (*probability)[match] < thresholds[needle];  // false for kNoProbability
  }
  /// Whether the match has a probability.
  bool has(std::uint32_t match) const { return (*probability)[match] >= 0; }
};
using JudgedPtr = std::shared_ptr<const Judged>;

/// A needle of the tray.
struct NeedleItem {
  int id = 0;  ///< constant
  QString name;
  PicturePtr picture;
  std::shared_ptr<const Image> mask;    ///< grey, size of the picture, 0 = ignored; may be null
  std::optional<QRect> origin;          ///< rectangle in `source`
  std::weak_ptr<const Picture> source;  ///< the scene it was cropped from
  bool kept = false;                    ///< a new crop rectangle makes another needle
  QColor colour;
  bool on = true;
  NeedleJudgePtr judge;  ///< may be null

  bool isIndex() const { return picture != nullptr && picture->index != nullptr; }
  /// Whether the needle was cropped from this scene.
  bool isOf(const PicturePtr& scene) const {
    return origin.has_value() && scene != nullptr && source.lock() == scene;
  }
};

/// One of eight colours that are distinguishable with colour blindness; they repeat.
QColor needleColour(std::size_t number);

/// Converts to the core's type. The result refers to the items' pictures. For needles that are no
/// index.
std::vector<Needle> needlesOf(const std::vector<NeedleItem>& items);

/// Model of the needles in search order. Changes made here are not undoable; see needle_commands.h.
class NeedleTray : public QAbstractListModel {
  Q_OBJECT

 public:
  /// `countRole`: the number of needles of an index, as text.
  enum Role { colourRole = Qt::UserRole + 1, idRole, countRole };

  using QAbstractListModel::QAbstractListModel;

  const std::vector<NeedleItem>& items() const { return items_; }
  /// The needles that are on.
  std::vector<NeedleItem> active() const;
  /// Those that are no index, which all tools can search for.
  std::vector<NeedleItem> activePictures() const;
  const NeedleItem* find(int id) const;
  int rowOf(int id) const;  ///< -1: none

  int newId() { return nextId_++; }
  /// The next of eight colours that are distinguishable with colour blindness.
  QColor nextColour() const;

  void insert(int row, NeedleItem item);
  NeedleItem take(int row);
  void replace(int row, NeedleItem item);

  int rowCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(items_.size());
  }
  QVariant data(const QModelIndex& index, int role) const override;
  /// Check box and name. Emits `editRequested` instead of changing the item, so that it is
  /// undoable.
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

 signals:
  void changed();                            ///< anything that affects searches or marks
  void editRequested(const NeedleItem& to);  ///< replaces the needle of this id

 private:
  std::vector<NeedleItem> items_;
  std::vector<QPixmap> thumbnails_;  ///< by row
  int nextId_ = 1;
};

}  // namespace espy::desktop
