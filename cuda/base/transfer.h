// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/base/device_image.h"
#include "cuda/base/stream.h"
#include "espy/control.h"

namespace espy::cuda {

/// Both need the device of the process (Gpu::ofProcess) and wait for each other.
///
/// Copies rows `first`, first + step, ... of a picture in host memory to the rows 0, 1, ... of
/// `target`, of whose height there must be enough. Memory that the device cannot read by itself
/// goes through pinned buffers, which several threads fill while others travel. What is queued in
/// `stream` afterwards waits for it. The picture may be dropped when this returns, unless it is
/// pinned: then when the stream has got so far.
void upload(const ImageView& picture, std::int64_t first, std::int64_t step,
            const DevicePlane& target, const Stream& stream, const Control& control);

/// Copies a picture from the device to host memory of its size and format, after what was queued
/// in `stream`. Done when it returns.
void download(const DevicePlane& source, const MutableImageView& picture, const Stream& stream,
              const Control& control);

}  // namespace espy::cuda
