// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "espy/message.h"

namespace espy::find {

/// What `RunReport::strategy` says, part by part, as phrases again, for who says it in another
/// language. A part that no pattern fits comes back as plain words.
std::vector<Message> strategyParts(std::string_view strategy);

}  // namespace espy::find
