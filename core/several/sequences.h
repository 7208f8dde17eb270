// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "several/team.h"

namespace espy::several {

/// SAD search and motif search, by parts of the data.
void addSignals(Registry& registry, const SharedTeam& team);
/// Networks, by samples.
void addNetworks(Registry& registry, const SharedTeam& team);

}  // namespace espy::several
