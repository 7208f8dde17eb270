// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "files/store_folder.h"

/// A library's files: `library`, a line of text that names the current catalogue; `surfaces-N.db`,
/// a catalogue; `slab-N.features`; and `lock`, held by a writer.
namespace espy::identify {

/// The store's names.
const files::StoreKind& libraryKind();

std::string catalogueName(std::int64_t number);
std::string slabName(std::int64_t number);
/// Whether this is a file name of a library, finished or not.
bool isLibraryName(const std::string& name);

}  // namespace espy::identify
