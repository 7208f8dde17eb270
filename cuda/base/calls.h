// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <string>
#include <utility>

#include "espy/error.h"

/// How every CUDA call of this library is made: with its result looked at, never after the device
/// was lost, and where a test wants it, failing on purpose.
namespace espy::cuda {

/// The device has no room left; a smaller piece of work may succeed.
class OutOfDeviceMemory : public Error {
 public:
  explicit OutOfDeviceMemory(const Message& sentence) : Error(ErrorCode::device, sentence) {}
};

/// What a call does, for faults on purpose.
enum class Call : std::uint8_t { allocation, launch, other };

/// Did an error leave the device useless for the rest of this process?
bool deviceLost();

/// For tests: the `nth` call of this kind from now on (1 is the next) returns `status` without
/// being made. 0 takes the fault back. `makeDeviceUsable` forgets that a device was lost, which is
/// only true for faults on purpose.
void planFault(Call kind, std::int64_t nth, cudaError_t status);
void makeDeviceUsable();
/// CUDA calls made by this process so far, and those of them that allocated memory.
std::int64_t callsMade();
std::int64_t allocationsMade();

/// What the templates below are made of: `before` throws when the device was lost and returns the
/// planned fault, if this is the call for it; `after` throws for anything but success.
cudaError_t beforeCall(Call kind);
void afterCall(const char* name, cudaError_t status);

/// Makes one CUDA call: call("cudaMemsetAsync", [&] { return cudaMemsetAsync(...); }).
template <class Body>
void call(const char* name, Body&& body, Call kind = Call::other) {
  cudaError_t status = beforeCall(kind);
  if (status == cudaSuccess) status = std::forward<Body>(body)();
  afterCall(name, status);
}

/// For destructors: makes the call unless the device was lost, and keeps its result to itself.
template <class Body>
void callQuietly(Body&& body) noexcept {
  if (!deviceLost()) (void)std::forward<Body>(body)();
}

}  // namespace espy::cuda
