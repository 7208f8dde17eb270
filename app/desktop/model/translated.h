// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <exception>

#include "espy/error.h"

namespace espy::desktop {

/// A sentence of the core in the language of the window; in English where it has no translation.
QString translated(const Message& message);
/// What went wrong. Of what is no error of the core, what it says.
QString translated(const std::exception& error);

}  // namespace espy::desktop
