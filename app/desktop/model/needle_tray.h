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

/// A judge as its needle has it.
struct NeedleJudge {
  static constexpr double kUsualRecall = 0.99;

  Judge judge;
  double recall = kUsualRecall;  ///< so many of the true matches are to be kept
  QString file;                  ///< where it was saved; empty: nowhere

  double threshold() const { return judge.threshold(recall); }
};
using NeedleJudgePtr = std::shared_ptr<const NeedleJudge>;

/// What judges say of the matches of a result.
struct Judged {
  static constexpr double kNobody = std::numeric_limits<double>::quiet_NaN();

  /// That it is a true one, by match; `kNobody` where its needle has no judge.
  std::shared_ptr<const std::vector<double>> probability;
  std::vector<double> thresholds;  ///< by needle
  /// Who rated them, where that is not the engine that searched, and why.
  QString engine;
  QString whyEngine;

  /// Which falls below its needle's threshold.
  bool isBelow(std::uint32_t match, std::uint32_t needle) const {
    return (*probability)[match] < thresholds[needle];  // never true of `kNobody`
  }
  /// Somebody judges it.
  bool has(std::uint32_t match) const { return (*probability)[match] >= 0; }
};
using JudgedPtr = std::shared_ptr<const Judged>;

/// A needle of the tray.
struct NeedleItem {
  int id = 0;  ///< stays the same for its life
  QString name;
  PicturePtr picture;
  std::shared_ptr<const Image> mask;    ///< grey, of the picture's size, 0 = ignored; may be null
  std::optional<QRect> origin;          ///< where it was cut out of `source`
  std::weak_ptr<const Picture> source;  ///< the scene that it was cut out of
  bool kept = false;                    ///< it was let go of: another rectangle is another needle
  QColor colour;
  bool on = true;
  NeedleJudgePtr judge;  ///< filters its matches; may be null

  /// Was it cut out of this scene?
  bool isOf(const PicturePtr& scene) const {
    return origin.has_value() && scene != nullptr && source.lock() == scene;
  }
};

/// The same in the words of the core. They refer to the items' pictures.
std::vector<Needle> needlesOf(const std::vector<NeedleItem>& items);

/// The needles that are searched for, in order. Changes here are plain: what can be undone goes
/// through needle_commands.h.
class NeedleTray : public QAbstractListModel {
  Q_OBJECT

 public:
  enum Role { colourRole = Qt::UserRole + 1, idRole };

  using QAbstractListModel::QAbstractListModel;

  const std::vector<NeedleItem>& items() const { return items_; }
  /// Those that are on.
  std::vector<NeedleItem> active() const;
  const NeedleItem* find(int id) const;
  int rowOf(int id) const;  ///< -1 where there is none

  int newId() { return nextId_++; }
  /// The next of eight colours that can be told apart also by the colour-blind.
  QColor nextColour() const;

  void insert(int row, NeedleItem item);
  NeedleItem take(int row);
  void replace(int row, NeedleItem item);

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  /// The check box and the name; asked for through `editRequested`, so that it can be undone.
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

 signals:
  void changed();                            ///< anything that matters for a search or the marks
  void editRequested(const NeedleItem& to);  ///< the view wants the needle of this id to be so

 private:
  std::vector<NeedleItem> items_;
  std::vector<QPixmap> thumbnails_;  ///< of the same rows
  int nextId_ = 1;
};

}  // namespace espy::desktop
