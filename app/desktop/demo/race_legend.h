// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <string>
#include <vector>

#include "demo/race_plan.h"

namespace espy::desktop {

/// Legend: a colour patch and a name for each stage in the race.
class RaceLegend : public QWidget {
  Q_OBJECT

 public:
  explicit RaceLegend(QWidget* parent = nullptr);

  void setPlan(const RacePlan& plan);
  const std::vector<std::string>& stages() const { return stages_; }

  QSize minimumSizeHint() const override;
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  /// Calls place(stage, rectangle) in reading order; returns the height.
  template <class Place>
  int layOut(int width, const Place& place) const;

  std::vector<std::string> stages_;
};

}  // namespace espy::desktop
