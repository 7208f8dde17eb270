// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "espy/features.h"
#include "espy/pictures.h"

#pragma GCC visibility push(default)
/// Reads photographs only for their features.
///
///     espy::Features query = espy::featuresOfShrunk(espy::readShrunk("today.png"));
namespace espy {

/// A photograph, reduced for feature detection.
struct ShrunkPhotograph {
  Image grey;    ///< of the original photograph
  Size size;     ///< of the photograph
  Message note;  ///< as `ReadPicture::note`
};

/// Shrinks a photograph. Like all functions here, throws `badUse` for invalid options.
ShrunkPhotograph shrinkPhotograph(const ImageView& photograph, const FeatureOptions& options = {},
                                  const Control& control = {});

/// Reads a photograph as `readPicture` and shrinks it. Large PNGs are streamed, a few rows at a
/// time. Throws as `readPicture`, and `cancelled`.
ShrunkPhotograph readShrunk(const std::string& path, const FeatureOptions& options = {},
                            const ReadOptions& reading = {}, const Control& control = {});
/// The same for a file in memory; `name` replaces the path in messages.
ShrunkPhotograph readShrunk(std::span<const std::uint8_t> bytes, const std::string& name,
                            const FeatureOptions& options = {}, const ReadOptions& reading = {},
                            const Control& control = {});

/// Computes the features, in pixels of the original. The options must be those of shrinking.
Features featuresOfShrunk(const ShrunkPhotograph& photograph, const FeatureOptions& options = {},
                          const Control& control = {});

}  // namespace espy
#pragma GCC visibility pop
