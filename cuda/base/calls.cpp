// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/base/calls.h"

#include <array>
#include <atomic>

#include "base/phrase.h"
#include "cuda/base/device.h"
#include "cuda/base/memory.h"

namespace espy::cuda {
namespace {

struct Fault {
  std::atomic<std::int64_t> left{0};
  std::atomic<cudaError_t> status{cudaSuccess};
  std::atomic<int> device{-1};
};

std::array<Fault, 3> faults;
std::array<std::atomic<bool>, kMostDevices> lost{};  ///< by GPU
std::atomic<std::int64_t> made{0};
std::atomic<std::int64_t> allocated{0};

std::atomic<bool>& lostNow() {
  return lost[static_cast<std::size_t>(gpuOf(currentDevice()))];
}

/// Sticky errors: the context is lost and all later calls fail.
bool isSticky(cudaError_t status) {
  switch (status) {
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchTimeout:
    case cudaErrorLaunchFailure:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorHardwareStackError:
    case cudaErrorAssert:
    case cudaErrorECCUncorrectable:
    case cudaErrorNvlinkUncorrectable:
    case cudaErrorContextIsDestroyed:
    case cudaErrorDevicesUnavailable:
    case cudaErrorUnknown:
      return true;
    default:
      return false;
  }
}

Message sentence(const char* name, cudaError_t status) {
  return phrase("the GPU failed: {}: {} ({})", name, cudaGetErrorString(status),
                cudaGetErrorName(status));
}

}  // namespace

bool deviceLost() {
  return lostNow();
}

void planFault(Call kind, std::int64_t nth, cudaError_t status, int device) {
  Fault& fault = faults[static_cast<std::size_t>(kind)];
  fault.status = status;
  fault.device = device;
  fault.left = nth;
}

void makeDeviceUsable() {
  for (auto& one : lost) one = false;
}

std::int64_t callsMade() {
  return made;
}

std::int64_t allocationsMade() {
  return allocated;
}

cudaError_t beforeCall(Call kind) {
  if (lostNow()) {
    throw Error(
        ErrorCode::device,
        phrase(
            "the GPU cannot be used after an earlier error; restart the program to use it again"));
  }
  Fault& fault = faults[static_cast<std::size_t>(kind)];
  const bool counts = fault.device < 0 || fault.device == currentDevice();
  if (counts && fault.left > 0 && --fault.left == 0) return fault.status;
  ++made;
  if (kind == Call::allocation) ++allocated;
  return cudaSuccess;
}

void afterCall(const char* name, cudaError_t status) {
  if (status == cudaSuccess) return;
  (void)cudaGetLastError();  // clears the error, which the next call would report
  if (status == cudaErrorMemoryAllocation) {
    throw OutOfDeviceMemory(phrase("the GPU does not have enough free memory"));
  }
  if (isSticky(status)) lostNow() = true;
  throw Error(ErrorCode::device, sentence(name, status));
}

}  // namespace espy::cuda
