// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/curvature.h"
#include "lab/motif_dice.h"
#include "lab/reuse_task.h"

namespace espy::lab {
namespace {

std::vector<float> drawVolume(VolumeSize size, MotifDice& dice) {
  std::vector<float> volume;
  const int edge = size.width / 4 + 1;
  for (int z = 0; z < size.depth; ++z) {
    for (int y = 0; y < size.height; ++y) {
      for (int x = 0; x < size.width; ++x) {
        const bool high = (x / edge + y / edge + z / edge) % 2 == 0;
        volume.push_back(static_cast<float>((high ? 0.7 : 0.3) + 0.1 * dice.normal()));
      }
    }
  }
  return volume;
}

void drawSegmentation(ReuseTask& task, MotifDice& dice) {
  const double middle = 0.5 * task.size.width;
  for (int y = 0; y < task.size.height; ++y) {
    for (int x = 0; x < task.size.width; ++x) {
      const bool inDisc = std::hypot(x - middle, y - middle) < 0.3 * task.size.width;
      task.pictures.push_back(
          static_cast<float>((inDisc ? kInside : kOutside) + 0.1 * dice.normal()));
      const double toSide = std::max(std::abs(x - middle), std::abs(y - middle));
      task.start.push_back(static_cast<float>(0.2 - toSide / task.size.width));
    }
  }
}

void drawRegistration(ReuseTask& task) {
  const auto grey = [&](double x, double y) {
    const double turns = 6.3 / task.size.width;
    return 0.5 + 0.25 * std::sin(2 * turns * x) * std::cos(3 * turns * y) +
           0.2 * std::cos(5 * turns * (x + y));
  };
  std::vector<float> bent;
  for (int y = 0; y < task.size.height; ++y) {
    for (int x = 0; x < task.size.width; ++x) {
      task.pictures.push_back(static_cast<float>(grey(x, y)));
      bent.push_back(static_cast<float>(grey(x + 1.2 * std::sin(0.05 * y), y + 0.7)));
    }
  }
  task.pictures.insert(task.pictures.end(), bent.begin(), bent.end());
  task.start.assign(2 * task.size.voxels(), 0);
}

/// Displacements with two pixels more on each side, copies of the border.
class PaddedPlane {
 public:
  explicit PaddedPlane(VolumeSize size)
      : size_(size),
        pitch_(size.width + 4),
        values_(static_cast<std::size_t>(pitch_) * static_cast<std::size_t>(size.height + 4)) {}

  void fill(const float* from, const Control& control) {
    forSlices(size_.height + 4, control, [&](int row) {
      const float* source = from + std::size_t(heldTo(size_.height - 1, row - 2)) *
                                       static_cast<std::size_t>(size_.width);
      for (int x = 0; x < pitch_; ++x) {
        values_[static_cast<std::size_t>(row) * static_cast<std::size_t>(pitch_) +
                static_cast<std::size_t>(x)] = source[heldTo(size_.width - 1, x - 2)];
      }
    });
  }
  const float* at(int x, int y) const {
    return values_.data() + std::size_t(y + 2) * static_cast<std::size_t>(pitch_) +
           static_cast<std::size_t>(x + 2);
  }
  int pitch() const { return pitch_; }

 private:
  VolumeSize size_;
  int pitch_;
  std::vector<float> values_;
};

void registerStep(const ReuseTask& task, PaddedPlane& along, PaddedPlane& down,
                  std::vector<float>& values, const Control& control) {
  const std::size_t pixels = task.size.voxels();
  along.fill(values.data(), control);
  down.fill(values.data() + pixels, control);
  forSlices(task.size.height, control, [&](int y) {
    for (int x = 0; x < task.size.width; ++x) {
      const float* ofX = along.at(x, y);
      const float* ofY = down.at(x, y);
      const Displacement next = registrationStep(
          task.pictures.data(), task.pictures.data() + pixels, task.size.width, task.size.height, x,
          y, {*ofX, *ofY}, {biharmonicAt(ofX, along.pitch()), biharmonicAt(ofY, down.pitch())});
      const std::size_t at =
          static_cast<std::size_t>(y) * static_cast<std::size_t>(task.size.width) +
          static_cast<std::size_t>(x);
      values[at] = next.x;
      values[pixels + at] = next.y;
    }
  });
}

}  // namespace

ReuseTask drawReuse(ReuseKernel kernel, int extent, int iterations, std::uint64_t seed) {
  MotifDice dice(seed);
  ReuseTask task;
  task.kernel = kernel;
  task.iterations = iterations;
  task.size = {extent, extent, kernel == ReuseKernel::denoising ? extent : 1};
  if (kernel == ReuseKernel::denoising) task.start = drawVolume(task.size, dice);
  if (kernel == ReuseKernel::segmentation) drawSegmentation(task, dice);
  if (kernel == ReuseKernel::registration) drawRegistration(task);
  return task;
}

std::vector<float> runReuse(const ReuseTask& task, const Control& control, Timeline& timeline) {
  const StageTimer timer(timeline, "iterate");
  std::vector<float> values = task.start;
  if (task.kernel == ReuseKernel::registration) {
    PaddedPlane along(task.size);
    PaddedPlane down(task.size);
    for (int i = 0; i < task.iterations; ++i) registerStep(task, along, down, values, control);
    return values;
  }
  Curvature curvature(task.size, task.size, false);
  std::vector<float> curvatures;
  for (int i = 0; i < task.iterations; ++i) {
    curvature.compute(values, control, curvatures);
    const VolumeOrder& order = curvature.order();
    forSlices(order.slices(), control, [&](int z) {
      order.inSlice(z, [&](const VolumeVoxel& voxel) {
        const float own = curvatures[voxel.index];
        values[voxel.index] += task.kernel == ReuseKernel::denoising
                                   ? kFlowStep * own
                                   : kLevelStep * levelSpeed(own, task.pictures[voxel.index]);
      });
    });
  }
  return values;
}

}  // namespace espy::lab
