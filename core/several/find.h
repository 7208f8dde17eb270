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

}  // namespace espy::several
