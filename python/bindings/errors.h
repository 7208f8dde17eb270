// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace espy::python {

/// Lets `espy::Error` arrive in Python as the exceptions of espy/errors.py.
void translateErrors();

}  // namespace espy::python
