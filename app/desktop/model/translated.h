// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <exception>

#include "espy/error.h"

namespace espy::desktop {

/// A message in the window's language; in English if it has no translation.
QString translated(const Message& message);
/// An exception's message; what() if it is not an `Error`.
QString translated(const std::exception& error);

}  // namespace espy::desktop
