// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>
#include <array>

#include "search/explorer.h"

class QLabel;
class QToolButton;

namespace espy::desktop {

class Workbench;

/// A row of chips over the picture, one for each kind of match that the explorer has searched: its
/// number of matches, and a click shows them. Hidden unless the settings are automatic.
class VariantBar : public QFrame {
  Q_OBJECT

 public:
  explicit VariantBar(Workbench& bench, QWidget* parent = nullptr);

 private:
  void showNow();
  void showChip(VariantKind kind);
  QToolButton& chip(VariantKind kind) { return *chips_[static_cast<std::size_t>(kind)]; }

  Workbench& bench_;
  std::array<QToolButton*, std::size(kVariantKinds)> chips_{};
  QLabel* weaker_;
  QToolButton* stop_;
};

}  // namespace espy::desktop
