// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "canvas.h"

/// The colours of the crowd.
namespace samples {

inline constexpr Rgb kInk{44, 34, 46};
inline constexpr Rgb kWhite{250, 246, 236};
inline constexpr Rgb kRed{208, 52, 48};
inline constexpr Rgb kWood{150, 104, 66};
inline constexpr Rgb kLeaf{78, 146, 70};
inline constexpr Rgb kSand{238, 215, 162};

inline constexpr std::array<Rgb, 16> kCloth = {{{208, 52, 48},
                                                {238, 122, 92},
                                                {240, 152, 50},
                                                {248, 208, 84},
                                                {122, 178, 76},
                                                {48, 122, 88},
                                                {52, 160, 160},
                                                {116, 190, 228},
                                                {60, 108, 188},
                                                {48, 60, 112},
                                                {126, 84, 164},
                                                {240, 156, 186},
                                                {248, 244, 234},
                                                {136, 92, 62},
                                                {128, 132, 142},
                                                {64, 58, 70}}};

inline constexpr std::array<Rgb, 9> kSkin = {{{254, 224, 198},
                                              {252, 216, 186},
                                              {246, 204, 168},
                                              {240, 194, 152},
                                              {228, 176, 132},
                                              {206, 150, 106},
                                              {176, 122, 82},
                                              {142, 98, 68},
                                              {110, 76, 56}}};

inline constexpr std::array<Rgb, 9> kHair = {{{42, 34, 36},
                                              {66, 46, 38},
                                              {98, 64, 40},
                                              {140, 90, 50},
                                              {196, 146, 70},
                                              {238, 206, 120},
                                              {186, 82, 42},
                                              {176, 174, 176},
                                              {232, 230, 226}}};

}  // namespace samples
