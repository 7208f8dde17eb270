// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "batch/journal.h"
#include "espy/engine/batch.h"

/// What a journal remembers of a job, to tell whether it is still the same.
namespace espy::batch {

/// Of everything that decides what is found in an image and what is written about it: options, the
/// bytes of needles and judge, and where marked pictures and crops go. Throws where these files
/// cannot be read.
std::uint64_t askedOf(const BatchJob& job);

JournalHead headOf(const BatchJob& job);

std::uint64_t nameHash(const std::string& image);

/// The `ReadPicture::content` of a file; 0 where it cannot be read.
std::uint64_t contentOf(const std::string& path);

}  // namespace espy::batch
