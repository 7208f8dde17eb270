// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSettings>
#include <QString>
#include <QStringList>
#include <QWidget>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "espy/engine/lab.h"

class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace espy::desktop {

/// The values of a sweep as a person types them: with commas, semicolons or blanks between them.
QStringList sweepValues(const QString& text);

/// Why a parameter cannot be swept so, as a sentence; empty where it can.
QString sweepTrouble(const LabParameter& parameter, const QString& text);

/// What one experiment is set to, as text, as the core takes it.
struct LabSettings {
  std::map<QString, QString> values;  ///< parameters that are not there keep what they have
  QString swept;                      ///< the parameter, or empty
  QString sweep;                      ///< its values, as they were typed

  bool operator==(const LabSettings&) const = default;
};

/// All that is chosen in the lab, to be remembered.
struct LabChoice {
  QString experiment;
  int runs = 10;
  int figure = 0;  ///< what lines show, as a place in its box
  bool logParameter = false;
  bool logFigure = false;
  std::map<QString, LabSettings> settings;  ///< of each experiment that was opened

  bool operator==(const LabChoice&) const = default;
};

void remember(const LabChoice& choice, QSettings& settings);
LabChoice recalledChoice(QSettings& settings);

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
