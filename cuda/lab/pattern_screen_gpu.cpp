// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/phrase.h"
#include "cuda/base/gpu.h"
#include "cuda/base/transfer.h"
#include "cuda/lab/engines.h"
#include "cuda/lab/pattern_kernels.h"
#include "espy/error.h"

namespace espy::cuda {

Image screenOnGpu(const lab::pattern::PatternTask& task, const Control& control,
                  Timeline& timeline) {
  const PixelFormat format = task.scene.format();
  if (!task.screening || format.depth != Depth::u8 ||
      (format.channels != 1 && format.channels != 4)) {
    throw Error(ErrorCode::unsupported,
                phrase("the lab's screening requires colours, and 8-bit grey or RGB with alpha"));
  }
  control.check();
  const GpuLease gpu(timeline);
  const Stream& stream = gpu->stream();
  StageClock clock(stream, timeline);
  const DeviceImage picture(task.scene.size(), format);
  clock.begin("upload");
  upload(task.scene, 0, 1, picture.plane(), stream, control);
  clock.begin("screen");
  if (task.marks.style == MarkStyle::outline) {
    queueOutlineShape(picture.plane(), task.screening->shape, task.screening->ground, stream);
  } else {
    queueScreen(picture.plane(), task.screening->shape, stream);
  }
  clock.begin("download");
  Image marked = Image::forOverwrite(task.scene.size(), format);
  download(picture.plane(), marked.pixels(), stream, control);
  clock.finish();
  return marked;
}

}  // namespace espy::cuda
