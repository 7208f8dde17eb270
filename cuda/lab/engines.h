// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "lab/chain_task.h"
#include "lab/hash_table.h"
#include "lab/motif_gpu.h"
#include "lab/pattern_gpu.h"
#include "lab/reuse_task.h"
#include "lab/signal_gpu.h"
#include "lab/sparse_gpu.h"
#include "lab/tensor_descent.h"
#include "lab/texture_gpu.h"
#include "lab/texture_steps.h"

/// Device functions of the lab. Each call uses the device exclusively.
namespace espy::cuda {

template <class Value>
SignalMatches<Value> searchOnGpu(const lab::GpuRequest<Value>& request, const Control& control,
                                 Timeline& timeline);

template <class Value>
std::vector<Value> generateOnGpu(std::int64_t count, std::uint64_t seed, const Control& control);

Image screenOnGpu(const lab::pattern::PatternTask& task, const Control& control,
                  Timeline& timeline);

void runSparseOnGpu(const lab::SparseGpuRequest& request, std::span<float> outputs,
                    const Control& control, Timeline& timeline);

void runSparseDoublesOnGpu(const lab::SparseDoublesRequest& request, std::span<double> outputs,
                           const Control& control, Timeline& timeline);

void searchPairsOnGpu(const lab::PairsRequest& request, std::span<lab::CellBest> cells,
                      const Control& control, Timeline& timeline);

lab::GpuRates measureGpuRates(const Control& control);

std::shared_ptr<lab::TextureOnGpu> openTextureOnGpu(const lab::TextureTask& task,
                                                    lab::TextureNumbers numbers,
                                                    lab::TexturePlace place,
                                                    const Control& control);

void countTextureStepsOnGpu(const lab::TextureStepsRequest& request, std::span<std::int32_t> counts,
                            const Control& control, Timeline& timeline);

std::vector<Ranking> rankFromHost(const RankTask& task, const Control& control, RunReport& report);

std::unique_ptr<lab::HashTable> openHashOnGpu(const lab::HashPlan& plan);

lab::ChainRun runChainOnGpu(const lab::ChainTask& task, const lab::ChainKernels& kernels,
                            const Control& control, Timeline& timeline);

std::vector<float> multiplyOnGpu(const lab::ChainProduct& task, const Control& control,
                                 Timeline& timeline);

lab::ReuseRun runReuseOnGpu(const lab::ReuseTask& task, lab::ReuseLayout layout,
                            const Control& control, Timeline& timeline);

lab::TensorField descendOnGpu(const lab::DescentTask& task, lab::DescentVersion version, int side,
                              const Control& control, Timeline& timeline);

lab::TextureRates measureTextureRates(const Control& control);

}  // namespace espy::cuda
