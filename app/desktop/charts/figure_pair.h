// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

class QSplitter;
class QWidget;

namespace espy::desktop {

/// Chart and table, in a splitter, so that whoever wants more of one drags: over each other, or
/// side by side where there is little height.
QSplitter* pairOf(QWidget* chart, QWidget* table);

}  // namespace espy::desktop
