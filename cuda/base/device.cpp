// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/base/device.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <utility>

namespace espy::cuda {
namespace {

thread_local const OnDevice* current = nullptr;

std::atomic<int>& perGpu() {
  static std::atomic<int> count = [] {
    const char* text = std::getenv("ESPY_CUDA_VIRTUAL");
    return text == nullptr ? 1 : std::clamp(std::atoi(text), 1, 8);
  }();
  return count;
}

}  // namespace

int devicesPerGpu() {
  return perGpu();
}

void splitGpus(int devices) {
  perGpu() = devices;
}

int gpuOf(int device) {
  return device / devicesPerGpu();
}

int currentDevice() {
  return current == nullptr ? 0 : current->device_;
}

const std::string& currentEngine() {
  static const std::string usual = "cuda";
  return current == nullptr ? usual : current->engine_;
}

OnDevice::OnDevice(int device, std::string engine)
    : device_(device), engine_(std::move(engine)), before_(current) {
  current = this;
}

OnDevice::~OnDevice() {
  current = before_;
}

}  // namespace espy::cuda
