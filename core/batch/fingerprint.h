// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "batch/journal.h"
#include "espy/engine/batch.h"

/// Fingerprints of a job, stored in the journal to detect changes.
namespace espy::batch {

/// Hash of everything that determines the results of an image: options, contents of needles and
/// judge, and the locations of marked pictures and crops. Throws if these files cannot be read.
std::uint64_t jobFingerprint(const BatchJob& job);

JournalHead headOf(const BatchJob& job);

std::uint64_t nameHash(const std::string& image);

/// The `ReadPicture::content` hash of a file; 0 if it cannot be read.
std::uint64_t contentOf(const std::string& path);

}  // namespace espy::batch
