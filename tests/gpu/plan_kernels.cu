// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "gpu/plan_kernels.h"

#include "cuda/base/launch.cuh"
#include "cuda/base/plan.cuh"

namespace espy::test {
namespace {

constexpr auto kTwoStages = cuda::planShared<2>({{{128, 0, 0}, {64, 1, 1}}});
static_assert(kTwoStages.bytes == 128 && kTwoStages.added == 2);
constexpr int kBytes = 128;

struct Poisoned {
  static constexpr bool kPoisons = true;
};
struct Plain {
  static constexpr bool kPoisons = false;
};

/// Writes a buffer in stage 0, and copies all shared memory in stage 1.
template <class Kind>
__global__ void twoStages(unsigned char* after) {
  __shared__ alignas(16) unsigned char memory[kTwoStages.bytes];
  const cuda::SharedMemory<kTwoStages, Kind::kPoisons> shared(memory);
  shared.template enter<0>();
  auto* first = shared.template array<0, unsigned char>();
  for (unsigned i = threadIdx.x; i < kBytes; i += blockDim.x) first[i] = 7;
  shared.template enter<1>();
  for (unsigned i = threadIdx.x; i < kBytes; i += blockDim.x) after[i] = memory[i];
}

}  // namespace

std::vector<unsigned char> deadBuffer(const cuda::Stream& stream, bool poisons) {
  const cuda::DeviceBuffer<unsigned char> after(kBytes);
  cuda::launch("twoStages", poisons ? twoStages<Poisoned> : twoStages<Plain>, 1, 64, stream,
               after.data());
  std::vector<unsigned char> bytes(kBytes);
  stream.copy(bytes.data(), after.data(), bytes.size());
  stream.wait();
  return bytes;
}

}  // namespace espy::test
