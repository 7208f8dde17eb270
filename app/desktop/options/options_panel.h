// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>
#include <QWidget>

#include "espy/engine/registry.h"
#include "model/settings.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QSlider;
class QSpinBox;
class QToolButton;
class QVBoxLayout;

namespace espy::desktop {

class PoseForm;

/// Panel of search and mark settings: three large buttons, Automatic, Identical and Similar, and a
/// collapsible section with details. The minimum score is set in the panel of matches.
class OptionsPanel : public QWidget {
  Q_OBJECT

 public:
  explicit OptionsPanel(const Registry& registry, QWidget* parent = nullptr);

  /// Shows these settings without emitting signals.
  void show(const SearchSettings& search, const MarkSettings& marks);
  /// Whether there is a button for Automatic.
  void setAutomaticOffered(bool offered);

 signals:
  void searchChanged(const espy::desktop::SearchSettings& settings);
  void marksChanged(const espy::desktop::MarkSettings& settings);

 private:
  void makeChoice(QVBoxLayout& column);
  void makeSearchRows(QFormLayout& form, const Registry& registry);
  void makeOutlineRows(QFormLayout& form);
  void makeMarkRows(QFormLayout& form);
  void makeReset(QVBoxLayout& column);
  /// Returns to the defaults of Identical or of Similar, whichever is chosen.
  void reset();
  /// Marks what differs from the defaults.
  void markChanged();
  void choose(Method method);
  /// Also sets the usual minimum score, if outlines are chosen or left: theirs is another.
  void setMethod(Method method);
  void chooseAutomatic();
  void enable();
  void readSearch();
  void readMarks();

  SearchSettings search_;
  MarkSettings marks_;
  bool showing_ = false;  ///< fields are set by the program, not by the user
  QToolButton* automatic_ = nullptr;
  QToolButton* identical_ = nullptr;
  QToolButton* similar_ = nullptr;
  QLabel* meaning_ = nullptr;
  PoseForm* poses_ = nullptr;
  QFormLayout* searchForm_ = nullptr;
  QFormLayout* markForm_ = nullptr;
  QWidget* searchTitle_ = nullptr;  ///< of the section
  QWidget* markTitle_ = nullptr;
  QToolButton* reset_ = nullptr;
  QComboBox* method_ = nullptr;
  QWidget* bendRow_ = nullptr;
  QSlider* bend_ = nullptr;
  QLabel* bendText_ = nullptr;
  int bendShown_ = 0;
  QTimer bendRest_;  ///< runs while the slider moves
  QCheckBox* mirrored_ = nullptr;
  QSpinBox* tolerance_ = nullptr;
  QCheckBox* weighted_ = nullptr;
  QSpinBox* top_ = nullptr;
  QDoubleSpinBox* overlap_ = nullptr;
  QDoubleSpinBox* visible_ = nullptr;
  double visibleShown_ = 0;
  QCheckBox* across_ = nullptr;
  QComboBox* engine_ = nullptr;
  QSpinBox* threads_ = nullptr;
  QComboBox* style_ = nullptr;
  QSpinBox* thickness_ = nullptr;
  QCheckBox* numbers_ = nullptr;
};

}  // namespace espy::desktop
