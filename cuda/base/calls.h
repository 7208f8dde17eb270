// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <utility>

/// Wrapper for every CUDA call of this library: checks the result, makes no call after the device
/// was lost, and injects faults for tests.
namespace espy::cuda {

/// Kinds of calls, for fault injection.
enum class Call : std::uint8_t { allocation, launch, other };

/// Whether a sticky error has made the current device unusable for this process.
bool deviceLost();

/// For tests: the `nth` call of this kind from now on (1 is the next) is skipped and returns
/// `status`; 0 cancels the fault. With `device`, only its calls count. `makeDeviceUsable` clears
/// the lost state of all devices, which is valid only after injected faults.
void planFault(Call kind, std::int64_t nth, cudaError_t status, int device = -1);
void makeDeviceUsable();
/// CUDA calls made by this process, and those of them that allocated memory.
std::int64_t callsMade();
std::int64_t allocationsMade();

/// Implementation of call(): `beforeCall` throws if the device is lost, and returns the injected
/// fault if it is due; `afterCall` throws for anything but success.
cudaError_t beforeCall(Call kind);
void afterCall(const char* name, cudaError_t status);

/// Makes one CUDA call: call("cudaMemsetAsync", [&] { return cudaMemsetAsync(...); }).
template <class Body>
void call(const char* name, Body&& body, Call kind = Call::other) {
  cudaError_t status = beforeCall(kind);
  if (status == cudaSuccess) status = std::forward<Body>(body)();
  afterCall(name, status);
}

/// For destructors: makes the call unless the device is lost, and ignores its result.
template <class Body>
void callQuietly(Body&& body) noexcept {
  if (!deviceLost()) (void)std::forward<Body>(body)();
}

}  // namespace espy::cuda
