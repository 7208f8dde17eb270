// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/base/device_image.h"
#include "cuda/base/stream.h"
#include "espy/control.h"

namespace espy::cuda {

/// Transfers require Gpu::ofProcess, and exclude each other.
///
/// Copies rows `first`, first + step, ... of a host picture to rows 0, 1, ... of `target`, which
/// must be high enough. Pageable memory goes through pinned staging buffers, filled by several
/// threads while others are copied. Later work in `stream` waits for it. When this returns the
/// picture may be freed; a pinned one only after the stream has reached this point.
void upload(const ImageView& picture, std::int64_t first, std::int64_t step,
            const DevicePlane& target, const Stream& stream, const Control& control);

/// Copies a picture from the device to host memory of the same size and format, after the work
/// queued in `stream`. Synchronous.
void download(const DevicePlane& source, const MutableImageView& picture, const Stream& stream,
              const Control& control);

}  // namespace espy::cuda
