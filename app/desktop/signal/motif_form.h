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

/// How a motif is looked for. What has no effect as things are is grey, and its tip says why.
class MotifForm : public QWidget {
  Q_OBJECT

 public:
  explicit MotifForm(const std::vector<std::string>& engines, QWidget* parent = nullptr);

  SignalSettings settings() const;
  void setSettings(const SignalSettings& settings);
  /// Lanes of the motif (0: there is none yet), and the most that a recording has.
  void setLanes(int motif, int most);
  /// All places are asked for that are at least as alike as this.
  void askForAll(double distance);
  /// Shows what is seldom changed, or hides it.
  void unfold(bool more);
  bool unfolded() const;

 signals:
  void changed();

 private:
  static constexpr int kAsUsual = -1;  ///< of how it is normalised
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

  // motif_form_state.cpp
  void refresh();
  void refreshMethod();
  void refreshChannels();
  void nameUsual();
  void countMore();
  /// Greys a field and its label and says why, if there is a reason.
  void allow(QWidget& field, const QString& reason);
  void tell();
  bool isOpen() const;
  bool asksForAll() const;

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
  std::vector<QFormLayout*> forms_;          ///< that the fields are in
  std::optional<std::int64_t> bandSamples_;  ///< has no field
  int lanes_ = 0;
  bool quiet_ = false;
};

}  // namespace espy::desktop
