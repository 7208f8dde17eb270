// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <cstdint>
#include <optional>
#include <vector>

#include "signal/shown_recording.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QGroupBox;
class QSpinBox;
class QToolButton;

namespace espy::desktop {

constexpr std::int64_t kUsualTop = 10;

/// Search options for a motif. Fields without effect are disabled, with the reason as tool tip.
class MotifForm : public QWidget {
  Q_OBJECT

 public:
  explicit MotifForm(const std::vector<std::string>& engines, QWidget* parent = nullptr);

  SignalSettings settings() const;
  void setSettings(const SignalSettings& settings);
  /// `motif`: number of the motif's lanes, 0 without a motif; `most`: the largest number of lanes
  /// of a recording.
  void setLanes(int motif, int most);
  /// Sets the options to all matches up to this distance.
  void requestAllUpTo(double distance);
  /// Shows or hides the advanced options.
  void unfold(bool more);

 signals:
  void changed();

 private:
  static constexpr int kDefaultNormalise = -1;  ///< default normalisation
  template <class Enum>
  static int numberOf(Enum value) {
    return static_cast<int>(value);
  }

  void addMethod(QFormLayout& form);
  void addStretch(QFormLayout& form);
  void addAnswers(QFormLayout& form);
  void addMore(QFormLayout& form);
  QGroupBox* makeChannels();
  QWidget* makeMore();
  QFormLayout* newForm();
  void connectFields();

  // Enabled state and texts of the fields.
  void refresh();
  void refreshMethod();
  void refreshChannels();
  void nameDefault();
  void countMore();
  /// Enables a field and its label, or disables them with a reason.
  void allow(QWidget& field, const QString& reason);
  void emitChanged();
  bool isOpen() const;
  bool requestsAll() const;

  QComboBox* method_ = nullptr;
  QComboBox* normalise_ = nullptr;
  QDoubleSpinBox* band_ = nullptr;
  QCheckBox* open_ = nullptr;
  QSpinBox* least_ = nullptr;
  QSpinBox* most_ = nullptr;
  QComboBox* which_ = nullptr;
  QSpinBox* top_ = nullptr;
  QDoubleSpinBox* distance_ = nullptr;
  QGroupBox* channels_ = nullptr;
  QComboBox* rule_ = nullptr;
  QCheckBox* everyLane_ = nullptr;
  QSpinBox* lag_ = nullptr;
  QSpinBox* reach_ = nullptr;
  QSpinBox* missing_ = nullptr;
  QToolButton* fold_ = nullptr;
  QWidget* more_ = nullptr;
  QSpinBox* apart_ = nullptr;
  QDoubleSpinBox* step_ = nullptr;
  QDoubleSpinBox* penalty_ = nullptr;
  QDoubleSpinBox* elsewhere_ = nullptr;
  QDoubleSpinBox* share_ = nullptr;
  QComboBox* engine_ = nullptr;
  std::vector<QFormLayout*> forms_;          ///< layouts that contain the fields
  std::optional<std::int64_t> bandSamples_;  ///< has no field
  int lanes_ = 0;
  bool quiet_ = false;
};

}  // namespace espy::desktop
