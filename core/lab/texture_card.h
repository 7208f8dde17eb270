// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "lab/texture_task.h"

/// What a graphics card can be asked for by texture-search beside `RankReferences`, which is Espy's
/// own way: capabilities of the engine `cuda`.
namespace espy::lab {

/// What is multiplied, and what products are.
enum class TextureNumbers : std::uint8_t {
  fp32,   ///< floats, exact for whole numbers so small
  fp16,   ///< halves, scaled so that no sum is too large for one: sums are rounded
  mixed,  ///< halves, of which the sums are floats
};

/// Where the library lies when a search begins, as the numbers that are multiplied.
enum class TexturePlace : std::uint8_t {
  card,
  ordinary,  ///< memory of the host
  pinned,    ///< memory of the host that the card reads by itself
};

struct TextureCardRequest {
  TextureNumbers numbers = TextureNumbers::fp32;
  std::int64_t batch = 1;  ///< references of one product
  /// That products and transfers are shared out to; 1 where the library is on the card.
  int streams = 1;
};

/// A library that was made ready for a card. The task that it was made of must outlive it.
class TextureOnCard {
 public:
  virtual ~TextureOnCard() = default;
  /// As the paper does it: distances by cuBLAS's matrix product, with norms added and the two least
  /// of each column found by a kernel; query after query. Stages, by the card's own clock:
  /// "upload" (of the query), "count" (with the library's transfers, where it is not on the card),
  /// "download". Throws `unsupported` where there is no cuBLAS.
  virtual void count(const TextureCardRequest& request, std::span<std::int32_t> counts,
                     const Control& control, Timeline& timeline) = 0;
};

/// Makes a library ready, for requests of all numbers that lie as these do: of fp16 and mixed
/// either.
struct OpenTextureOnCard {
  using Function = std::function<std::shared_ptr<TextureOnCard>(
      const TextureTask& task, TextureNumbers numbers, TexturePlace place, const Control& control)>;
  static constexpr const char* kName = "texture-search";
};

/// `RankReferences` of a shelf of which nothing stays on the card.
struct RankFromHost {
  using Function = RankReferences::Function;
  static constexpr const char* kName = "identify from host";
};

/// What the card does at best, measured by kernels and copies that do nothing else.
struct TextureRates {
  double products = 0;  ///< of two bytes a second, added up
  double bytes = 0;     ///< a second, from pinned memory to the card
};
struct MeasureTextureRates {
  using Function = std::function<TextureRates(const Control&)>;
  static constexpr const char* kName = "texture rates";
};

}  // namespace espy::lab
