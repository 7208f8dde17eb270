// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMenu>

namespace espy::desktop {

class Intake;
class Workbench;

/// The scenes that were open last.
class RecentMenu : public QMenu {
  Q_OBJECT

 public:
  RecentMenu(Workbench& bench, Intake& intake, QWidget* parent);

 private:
  void fill();

  Workbench& bench_;
  Intake& intake_;
};

}  // namespace espy::desktop
