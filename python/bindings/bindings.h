// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <string_view>

#include "espy/engine/all.h"

/// The module `espy._core`. It expects arguments that the Python files in espy/ have converted:
/// numbers in order, and arrays whose rows have contiguous pixels.
namespace espy::python {

/// The registry of engines, shared by all calls.
const Registry& engines();

/// A file name. Throws `badUse` for a NUL byte, at which the system would cut it off.
std::string fileNameOf(const nanobind::bytes& path);
/// Text that need not be UTF-8, such as a file name.
nanobind::bytes bytesOf(std::string_view text);
/// The stages as (name, milliseconds).
nanobind::list stagesOf(const Timeline& timeline);

void addFinding(nanobind::module_& module);
void addPictures(nanobind::module_& module);
void addMarking(nanobind::module_& module);
void addJudging(nanobind::module_& module);
void addBatches(nanobind::module_& module);
void addSurfaces(nanobind::module_& module);
void addRecordings(nanobind::module_& module);
void addIndexes(nanobind::module_& module);
void addDenoising(nanobind::module_& module);
void addSignals(nanobind::module_& module);
void addLive(nanobind::module_& module);

}  // namespace espy::python
