// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "several/team.h"

namespace espy::several {

/// Exact search, by rows or needles.
void addExact(Registry& registry, const SharedTeam& team);
/// Scored search, by rows or needles.
void addScored(Registry& registry, const SharedTeam& team);
/// Pose search, by needles.
void addPosed(Registry& registry, const SharedTeam& team);
/// Search with an index, by rows.
void addIndexed(Registry& registry, const SharedTeam& team);
/// Ranking of references, by slots.
void addRanking(Registry& registry, const SharedTeam& team);
/// SAD search and motif search, by parts of the data.
void addSignals(Registry& registry, const SharedTeam& team);
/// Networks, by samples.
void addNetworks(Registry& registry, const SharedTeam& team);

}  // namespace espy::several
