// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <string>
#include <utility>
#include <vector>

#include "espy/engine/lab.h"
#include "lab/lab_choice.h"

class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace espy::desktop {

/// The parameters of one experiment, each to be set, and at most one to be swept.
class LabForm : public QWidget {
  Q_OBJECT

 public:
  explicit LabForm(const LabExperiment& experiment, QWidget* parent = nullptr);

  LabSettings settings() const;
  /// What does not fit the experiment is left out.
  void setSettings(const LabSettings& settings);

  /// Every parameter as the core takes it; the swept one with commas.
  std::vector<std::pair<std::string, std::string>> request() const;
  /// Why it cannot be run so, as a sentence; empty where it can.
  QString trouble() const;

 signals:
  void changed();

 private:
  struct Field {
    QSpinBox* number = nullptr;
    QComboBox* choice = nullptr;

    QWidget* widget() const;
    QString text() const;
    void setText(const QString& text) const;
  };

  int addField(QGridLayout& grid, int row, const LabParameter& parameter);
  void addSweep(QGridLayout& grid, int row);
  const LabParameter* swept() const;
  /// Another parameter is swept.
  void offerValues();
  void refresh();

  LabExperiment experiment_;
  std::vector<Field> fields_;  ///< one for each parameter
  QComboBox* sweep_ = nullptr;
  QLineEdit* values_ = nullptr;
  QLabel* trouble_ = nullptr;
};

}  // namespace espy::desktop
