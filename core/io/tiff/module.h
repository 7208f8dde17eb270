// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/tiff_abi.h"

/// The functions of `EspyTiffs`.
namespace espy::io {

int openTiffFile(const std::uint8_t* bytes, std::size_t size, void** tiff, EspyTiffFacts* facts,
                 char* said, std::size_t saidSize);
int readTiffFile(void* tiff, std::uint8_t* pixels, std::int32_t channels, char* said,
                 std::size_t saidSize);
void closeTiffFile(void* tiff);

}  // namespace espy::io
