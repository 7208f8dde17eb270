// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Hopper's mbarriers in shared memory, which count arrivals and transferred bytes: synchronise
/// with the bulk copy engine or with other multiprocessors.
namespace espy::cuda {

/// Address in shared memory, of this multiprocessor or of another one in the cluster.
using Address = std::uint32_t;

#if __CUDA_ARCH__ >= 900
__device__ inline Address addressOf(const void* shared) {
  return static_cast<Address>(__cvta_generic_to_shared(shared));
}
__device__ inline void begin(Address barrier, int arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals));
}
__device__ inline void arrive(Address barrier) {
  asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 _, [%0];" ::"r"(barrier) : "memory");
}
/// Arrives, and adds `bytes` to the expected transfer.
__device__ inline void expect(Address barrier, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.relaxed.cta.shared::cta.b64 _, [%0], %1;" ::"r"(barrier),
               "r"(bytes)
               : "memory");
}
__device__ inline void wait(Address barrier, unsigned phase) {
  asm volatile(
      "{\n"
      ".reg .pred done;\n"
      "again:\n"
      "mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 done, [%0], %1;\n"
      "@!done bra again;\n"
      "}" ::"r"(barrier),
      "r"(phase)
      : "memory");
}
/// Starts a bulk copy of `bytes` bytes, a multiple of 16, that completes on the barrier.
__device__ inline void bring(Address to, const void* from, int bytes, Address barrier) {
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
          "r"(to),
      "l"(from), "r"(bytes), "r"(barrier)
      : "memory");
}
#endif

}  // namespace espy::cuda
