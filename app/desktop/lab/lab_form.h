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

/// Splits the values of a sweep at commas, semicolons and blanks.
QStringList sweepValues(const QString& text);

/// Why `text` is no valid sweep of the parameter, as a sentence; empty if it is valid.
QString sweepTrouble(const LabParameter& parameter, const QString& text);

/// Settings of one experiment, as the core's text values.
struct LabSettings {
  std::map<QString, QString> values;  ///< parameters that are missing keep their value
  QString swept;                      ///< name of the parameter, or empty
  QString sweep;                      ///< its values, as typed

  bool operator==(const LabSettings&) const = default;
};

/// Settings of the lab that persist between sessions.
struct LabChoice {
  QString experiment;
  int runs = 10;
  int figure = 0;  ///< of the lines, index in the combo box
  bool logParameter = false;
  bool logFigure = false;
  std::map<QString, LabSettings> settings;  ///< by experiment, those that were opened

  bool operator==(const LabChoice&) const = default;
};

void remember(const LabChoice& choice, QSettings& settings);
LabChoice recalledChoice(QSettings& settings);

/// Form for the parameters of one experiment, of which at most one is swept.
class LabForm : public QWidget {
  Q_OBJECT

 public:
  explicit LabForm(const LabExperiment& experiment, QWidget* parent = nullptr);

  LabSettings settings() const;
  /// Ignores values that the experiment does not accept.
  void setSettings(const LabSettings& settings);

  /// All parameters as the core's text values; the swept one is comma-separated.
  std::vector<std::pair<std::string, std::string>> request() const;
  /// Why the settings are invalid, as a sentence; empty if they are valid.
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
  /// Fills in values to sweep after another parameter was selected.
  void offerValues();
  void refresh();

  LabExperiment experiment_;
  std::vector<Field> fields_;  ///< one for each parameter
  QComboBox* sweep_ = nullptr;
  QLineEdit* values_ = nullptr;
  QLabel* trouble_ = nullptr;
};

}  // namespace espy::desktop
