// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "espy/features.h"
#include "espy/pictures.h"

#pragma GCC visibility push(default)
/// Photographs that are read for their features alone.
///
///     espy::Features query = espy::featuresOfShrunk(espy::readShrunk("today.png"));
namespace espy {

/// A photograph as features are looked for in it.
struct ShrunkPhotograph {
  Image grey;    ///< 8 bits, no side longer than `FeatureOptions::longestSide`
  Size size;     ///< of the photograph
  Message note;  ///< as `ReadPicture::note`
};

/// Throws `badUse` for options that make no sense; so do all others here.
ShrunkPhotograph shrinkPhotograph(const ImageView& photograph, const FeatureOptions& options = {},
                                  const Control& control = {});

/// Reads a photograph as `readPicture` does and shrinks it. Of large PNGs only a few rows are in
/// memory at a time. Throws what `readPicture` throws, and `cancelled`.
ShrunkPhotograph readShrunk(const std::string& path, const FeatureOptions& options = {},
                            const ReadOptions& reading = {}, const Control& control = {});
/// The same of the bytes of a file; `name` stands for the path in messages.
ShrunkPhotograph readShrunk(std::span<const std::uint8_t> bytes, const std::string& name,
                            const FeatureOptions& options = {}, const ReadOptions& reading = {},
                            const Control& control = {});

/// The features of the photograph, in its pixels. It was shrunk by the same options.
Features featuresOfShrunk(const ShrunkPhotograph& photograph, const FeatureOptions& options = {},
                          const Control& control = {});

}  // namespace espy
#pragma GCC visibility pop
