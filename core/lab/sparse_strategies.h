// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "espy/engine/network.h"

/// The strategies of sparse-network on a processor, as the paper tells them: a layer after the
/// other, of one sample after the other. All give what the engine `reference` gives, to the last
/// bit. Their stage is "layers"; they look at control.stop before each layer.
///
/// They know networks of rows that are not padded: tasks are such, and there is room for all
/// outputs.
namespace espy::lab {

/// One loop over the outputs of a layer, and in it one over their neighbours.
void runSequentially(const NetworkTask& task, std::span<float> outputs, const Control& control,
                     Timeline& timeline);

/// How OpenMP shares out the outputs of a layer.
struct Sharing {
  enum class Kind : std::uint8_t {
    even,     ///< its `static`
    dynamic,  ///< who has done with one piece takes the next
    guided,   ///< the same with large pieces first
  };
  Kind kind = Kind::even;
  int chunk = 0;  ///< outputs of a piece, of `guided` the least; 0: what OpenMP takes by itself
};

/// The same loop with the outputs of each layer shared among control.threads.
void runByOpenMp(const NetworkTask& task, Sharing sharing, std::span<float> outputs,
                 const Control& control, Timeline& timeline);

}  // namespace espy::lab
