// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <vector>

#include "signal/shown_recording.h"

namespace espy::desktop {

/// What was found, a line for each channel of each match; lanes are counted from 0.
QByteArray foundAsCsv(const SignalResult& result);
/// As the command tells it: a line for each recording.
QByteArray foundAsJson(const SignalResult& result);
/// The matches in one of the recordings as marks of it.
std::vector<RecordingMark> foundAsMarks(const SignalResult& result, const ShownRecording& in);

}  // namespace espy::desktop
