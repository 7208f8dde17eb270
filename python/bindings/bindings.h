// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

#include <string>

#include "espy/engine/all.h"

/// What the module `espy._core` is made of. It takes what the files in espy/ have made of what
/// people say: numbers in their order, arrays whose pixels lie one behind the other.
namespace espy::python {

/// The engines, the same for all calls.
const Registry& engines();

/// The name of a file. Throws where it has a NUL byte: the system would read it up to there.
std::string fileNameOf(const nanobind::bytes& path);

void addFinding(nanobind::module_& module);
void addPictures(nanobind::module_& module);
void addMarking(nanobind::module_& module);
void addJudging(nanobind::module_& module);
void addBatches(nanobind::module_& module);
void addSurfaces(nanobind::module_& module);
void addRecordings(nanobind::module_& module);
void addSignals(nanobind::module_& module);

}  // namespace espy::python
