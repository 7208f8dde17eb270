// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "espy/registry.h"
#include "model/settings.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QSpinBox;

namespace espy::desktop {

/// How to search and how to mark, as widgets that hold the core's own options.
class OptionsPanel : public QWidget {
  Q_OBJECT

 public:
  explicit OptionsPanel(const Registry& registry, QWidget* parent = nullptr);

  /// Shows these without telling of a change.
  void show(const SearchSettings& search, const MarkSettings& marks);

 signals:
  void searchChanged(const espy::desktop::SearchSettings& settings);
  void marksChanged(const espy::desktop::MarkSettings& settings);

 private:
  void makeSearchRows(QFormLayout& form, const Registry& registry);
  void makeMarkRows(QFormLayout& form);
  void enable();
  void readSearch();
  void readMarks();

  SearchSettings search_;
  MarkSettings marks_;
  bool showing_ = false;  ///< values come from the program, not from the user
  QComboBox* method_ = nullptr;
  QSpinBox* tolerance_ = nullptr;
  QDoubleSpinBox* minimum_ = nullptr;
  QCheckBox* weighted_ = nullptr;
  QSpinBox* top_ = nullptr;
  QDoubleSpinBox* overlap_ = nullptr;
  QCheckBox* across_ = nullptr;
  QComboBox* engine_ = nullptr;
  QSpinBox* threads_ = nullptr;
  QComboBox* style_ = nullptr;
  QSpinBox* thickness_ = nullptr;
  QCheckBox* numbers_ = nullptr;
};

}  // namespace espy::desktop
