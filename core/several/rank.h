// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "several/team.h"

namespace espy::several {

/// Ranking of references, by slots.
void addRanking(Registry& registry, const SharedTeam& team);

}  // namespace espy::several
