// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "denoise/rows.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "denoise/tensor.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "denoise/rows_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::variation::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Lanes = hn::ScalableTag<float>;
using Vector = hn::Vec<Lanes>;
constexpr Lanes kLanes;

/// A problem's form: model, number of channels (0: any) and axes, whether spacings are 1.
template <bool rof, int channels, int axes, bool unit>
struct Form {
  static constexpr bool kRof = rof;
  static constexpr int kAxes = axes;
  static constexpr bool kUnit = unit;
  static constexpr int kMost = channels > 0 ? channels : kMostDenoiseChannels;
  static ESPY_INLINE int count(const FieldLayout& layout) {
    return channels > 0 ? channels : layout.channels;
  }
};

ESPY_INLINE Vector load(const float* at) {
  return hn::Load(kLanes, at);
}
ESPY_INLINE Vector loadAny(const float* at) {
  return hn::LoadU(kLanes, at);
}

/// div of the dual variable whose first plane is `first`, at x.
template <class Shape>
ESPY_INLINE Vector outflow(const FieldLayout& layout, const Steps& steps, const float* row,
                           const float* before, const float* above, int first, int channel,
                           std::int64_t x) {
  constexpr int kAxes = Shape::kAxes;
  const std::int64_t at = (first + channel * kAxes) * layout.pitch + x;
  const auto scaled = [&](Vector difference, std::size_t axis) {
    if constexpr (Shape::kUnit) return difference;
    return hn::Mul(difference, hn::Set(kLanes, steps.scale[axis]));
  };
  Vector sum = scaled(hn::Sub(load(row + at), loadAny(row + at - 1)), 0);
  if constexpr (kAxes == 3) {
    const std::int64_t y = at + layout.pitch;
    sum = hn::Add(sum, scaled(hn::Sub(load(row + y), load(above + y)), 1));
  }
  const std::int64_t slab = at + (kAxes - 1) * layout.pitch;
  return hn::Add(sum, scaled(hn::Sub(load(row + slab), load(before + slab)), kAxes - 1));
}

/// Raises eigenvalues of the tensors in lanes [0, count) to the floor.
HWY_NOINLINE void raiseLanes(const Steps& steps, std::int64_t count, Vector* v) {
  alignas(64) float values[6][hn::MaxLanes(kLanes)];
  for (std::size_t c = 0; c < 6; ++c) hn::Store(v[c], kLanes, values[c]);
  for (std::int64_t i = 0; i < count; ++i) {
    Tensor tensor;
    for (std::size_t c = 0; c < 6; ++c) tensor[c] = double{values[c][i]} / steps.roots[c];
    const Tensor raised = raisedTo(steps.floor, tensor);
    if (raised == tensor) continue;
    for (std::size_t c = 0; c < 6; ++c) {
      values[c][i] = static_cast<float>(raised[c] * steps.roots[c]);
    }
  }
  for (std::size_t c = 0; c < 6; ++c) v[c] = hn::Load(kLanes, values[c]);
}

/// The same, after a test that most tensors pass: the leading minors of v - floor are positive.
ESPY_INLINE void keepAboveFloor(const Steps& steps, std::int64_t count, Vector* v) {
  const auto component = [&](std::size_t c) {
    return hn::Div(v[c], hn::Set(kLanes, steps.roots[c]));
  };
  const Vector floor = hn::Set(kLanes, steps.floor);
  const Vector xx = hn::Sub(component(0), floor);
  const Vector xy = component(1);
  const Vector yy = hn::Sub(component(2), floor);
  const Vector xz = component(3);
  const Vector yz = component(4);
  const Vector zz = hn::Sub(component(5), floor);
  const auto minor = [](Vector a, Vector d, Vector b, Vector c) {
    return hn::Sub(hn::Mul(a, d), hn::Mul(b, c));
  };
  const Vector second = minor(xx, yy, xy, xy);
  const Vector third =
      hn::Add(hn::Sub(hn::Mul(xx, minor(yy, zz, yz, yz)), hn::Mul(xy, minor(xy, zz, yz, xz))),
              hn::Mul(xz, minor(xy, yz, yy, xz)));
  const Vector least = hn::Min(xx, hn::Min(second, third));
  const Vector inside = hn::IfThenElse(hn::FirstN(kLanes, static_cast<std::size_t>(count)), least,
                                       hn::Set(kLanes, 1.0F));
  if (hn::AllTrue(kLanes, hn::Gt(inside, hn::Zero(kLanes)))) return;
  raiseLanes(steps, count, v);
}

/// tvl1: v of `row.made` at x by div p, which is in `v`; moves u.
template <class Shape>
ESPY_INLINE void approachData(const FieldLayout& layout, const Steps& steps, const RowStep& row,
                              std::int64_t x, Vector* v) {
  const int channels = Shape::count(layout);
  float* made = row.made;
  const Vector threshold = hn::Set(kLanes, steps.threshold);
  Vector far[Shape::kMost];
  Vector sum = hn::Zero(kLanes);
  for (int c = 0; c < channels; ++c) {
    const Vector u = load(made + (channels + c) * layout.pitch + x);
    const Vector step = hn::Mul(hn::Set(kLanes, steps.tau), v[c]);
    far[c] = hn::Sub(hn::Add(u, step), load(made + c * layout.pitch + x));
    sum = hn::Add(sum, hn::Mul(far[c], far[c]));
  }
  if constexpr (Shape::kMost == 1) {
    const Vector within = hn::Max(hn::Neg(threshold), hn::Min(threshold, far[0]));
    far[0] = hn::Sub(far[0], within);
  } else {
    const Vector least = hn::Set(kLanes, 1e-30F);
    const Vector part = hn::Div(threshold, hn::Max(hn::Sqrt(sum), least));
    const Vector factor = hn::Max(hn::Zero(kLanes), hn::Sub(hn::Set(kLanes, 1.0F), part));
    for (int c = 0; c < channels; ++c) far[c] = hn::Mul(factor, far[c]);
  }
  for (int c = 0; c < channels; ++c) {
    float* at = made + (channels + c) * layout.pitch + x;
    const Vector u = load(at);
    const Vector moved = hn::Add(load(made + c * layout.pitch + x), far[c]);
    const Vector step = hn::Sub(moved, u);
    v[c] = hn::Add(moved, step);
    hn::Store(hn::Add(u, hn::Mul(hn::Set(kLanes, steps.relaxation), step)), kLanes, at);
  }
}

/// v of `row.made` at x, by the dual variable whose first plane is `first`. tvl1: also moves u.
template <class Shape>
ESPY_INLINE void makeAt(const FieldLayout& layout, const Steps& steps, const RowStep& row,
                        int first, std::int64_t x, Vector* v) {
  const int channels = Shape::count(layout);
  float* made = row.made;
  for (int c = 0; c < channels; ++c) {
    v[c] = outflow<Shape>(layout, steps, made, row.before, row.above, first, c, x);
  }
  if constexpr (Shape::kRof) {
    for (int c = 0; c < channels; ++c) {
      v[c] = hn::Add(load(made + c * layout.pitch + x), v[c]);
    }
    if constexpr (Shape::kMost == 6) {
      if (steps.hasFloor) {
        const auto lanes = static_cast<std::int64_t>(hn::Lanes(kLanes));
        keepAboveFloor(steps, std::min(lanes, layout.width - x), v);
      }
    }
    return;
  }
  approachData<Shape>(layout, steps, row, x, v);
}

/// Updates the dual variable of `row.updated` at x; v of the next slab is in `next`.
template <class Shape>
ESPY_INLINE void updateAt(const FieldLayout& layout, const Steps& steps, const RowStep& row,
                          std::int64_t x, const Vector* next) {
  constexpr int kAxes = Shape::kAxes;
  const int channels = Shape::count(layout);
  // What moves: q of rof, p of tvl1.
  const std::int64_t from = (Shape::kRof ? channels * (1 + kAxes) : 2 * channels) * layout.pitch;
  float* moving = row.updated + from + x;
  Vector r[Shape::kMost * kAxes];
  Vector sum = hn::Zero(kLanes);
  for (int c = 0; c < channels; ++c) {
    const float* now = row.now + c * layout.pitch + x;
    const Vector here = load(now);
    const auto along = [&](int axis, Vector there) {
      const Vector slope = hn::Mul(hn::Set(kLanes, steps.sigma[static_cast<std::size_t>(axis)]),
                                   hn::Sub(there, here));
      const Vector moved = hn::Add(load(moving + (c * kAxes + axis) * layout.pitch), slope);
      r[c * kAxes + axis] = moved;
      sum = hn::Add(sum, hn::Mul(moved, moved));
    };
    along(0, loadAny(now + 1));
    if constexpr (kAxes == 3) along(1, load(row.below + c * layout.pitch + x));
    along(kAxes - 1, next[c]);
  }
  const Vector one = hn::Set(kLanes, 1.0F);
  const Vector shrink = hn::Div(one, hn::Max(one, hn::Sqrt(sum)));
  const Vector factor = hn::Set(kLanes, Shape::kRof ? steps.momentum : steps.relaxation);
  for (int k = 0; k < channels * kAxes; ++k) {
    const Vector p = hn::Mul(r[k], shrink);
    float* at = moving + k * layout.pitch;
    if constexpr (Shape::kRof) {
      float* kept = at - channels * kAxes * layout.pitch;
      const Vector step = hn::Sub(p, load(kept));
      hn::Store(p, kLanes, kept);
      hn::Store(hn::Add(p, hn::Mul(factor, step)), kLanes, at);
    } else {
      const Vector old = load(at);
      hn::Store(hn::Add(old, hn::Mul(factor, hn::Sub(p, old))), kLanes, at);
    }
  }
}

/// The difference across the right border is 0.
ESPY_INLINE void repeatLast(const FieldLayout& layout, float* v) {
  for (int c = 0; c < layout.channels; ++c) {
    float* row = v + c * layout.pitch;
    row[layout.width] = row[layout.width - 1];
  }
}

/// Arguments by value: stores of vectors might change others.
template <class Shape, bool kMakes, bool kUpdates>
void loop(FieldLayout layout, Steps steps, RowStep row) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(kLanes));
  const int channels = Shape::count(layout);
  const int moving = Shape::kRof ? layout.momentum() : layout.dual();
  Vector v[Shape::kMost];
  for (std::int64_t x = 0; x < layout.width; x += lanes) {
    if constexpr (kMakes) {
      makeAt<Shape>(layout, steps, row, moving, x, v);
      for (int c = 0; c < channels; ++c) hn::Store(v[c], kLanes, row.next + c * layout.pitch + x);
    } else {
      for (int c = 0; c < channels; ++c) v[c] = load(row.next + c * layout.pitch + x);
    }
    if constexpr (kUpdates) updateAt<Shape>(layout, steps, row, x, v);
  }
  if constexpr (kMakes) repeatLast(layout, row.next);
}

template <class Shape>
void step(const FieldLayout& layout, const Steps& steps, const RowStep& row) {
  if (row.made == nullptr) return loop<Shape, false, true>(layout, steps, row);
  if (row.updated == nullptr) return loop<Shape, true, false>(layout, steps, row);
  loop<Shape, true, true>(layout, steps, row);
}

template <class Shape>
void answer(FieldLayout layout, Steps steps, RowStep row) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(kLanes));
  const int channels = Shape::count(layout);
  Vector v[Shape::kMost];
  for (std::int64_t x = 0; x < layout.width; x += lanes) {
    if constexpr (Shape::kRof) {
      makeAt<Shape>(layout, steps, row, layout.dual(), x, v);
    } else {
      for (int c = 0; c < channels; ++c) v[c] = load(row.made + (channels + c) * layout.pitch + x);
    }
    for (int c = 0; c < channels; ++c) hn::Store(v[c], kLanes, row.next + c * layout.pitch + x);
  }
  repeatLast(layout, row.next);
}

/// tvl1: what the data add to the gap at x.
template <class Shape>
ESPY_INLINE Vector gapOfData(const FieldLayout& layout, const Steps& steps, const GapRow& row,
                             std::int64_t x) {
  const int channels = Shape::count(layout);
  Vector far = hn::Zero(kLanes);
  Vector flow = hn::Zero(kLanes);
  Vector reach = hn::Zero(kLanes);
  Vector product = hn::Zero(kLanes);
  for (int c = 0; c < channels; ++c) {
    const Vector f = load(row.row + c * layout.pitch + x);
    const Vector difference = hn::Sub(load(row.now + c * layout.pitch + x), f);
    const Vector out =
        outflow<Shape>(layout, steps, row.row, row.before, row.above, layout.dual(), c, x);
    const Vector most = hn::Max(hn::Sub(hn::Set(kLanes, row.most[c]), f),
                                hn::Sub(f, hn::Set(kLanes, row.least[c])));
    far = hn::Add(far, hn::Mul(difference, difference));
    flow = hn::Add(flow, hn::Mul(out, out));
    reach = hn::Add(reach, hn::Mul(most, most));
    product = hn::Add(product, hn::Mul(f, out));
  }
  const Vector limit = hn::Set(kLanes, row.limit);
  const Vector over = hn::Max(hn::Zero(kLanes), hn::Sub(hn::Sqrt(flow), limit));
  return hn::Add(hn::Add(hn::Mul(limit, hn::Sqrt(far)), product), hn::Mul(over, hn::Sqrt(reach)));
}

template <class Shape>
double gap(FieldLayout layout, Steps steps, GapRow row) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(kLanes));
  constexpr int kAxes = Shape::kAxes;
  const int channels = Shape::count(layout);
  const float* dual = row.row + layout.dual() * layout.pitch;
  for (std::int64_t x = 0; x < layout.width; x += lanes) {
    Vector squared = hn::Zero(kLanes);
    Vector product = hn::Zero(kLanes);
    for (int c = 0; c < channels; ++c) {
      const float* now = row.now + c * layout.pitch + x;
      const auto along = [&](int axis, Vector there) {
        Vector slope = hn::Sub(there, load(now));
        if constexpr (!Shape::kUnit) {
          slope = hn::Mul(slope, hn::Set(kLanes, steps.scale[static_cast<std::size_t>(axis)]));
        }
        squared = hn::Add(squared, hn::Mul(slope, slope));
        const Vector p = load(dual + (c * kAxes + axis) * layout.pitch + x);
        product = hn::Add(product, hn::Mul(slope, p));
      };
      along(0, loadAny(now + 1));
      if constexpr (kAxes == 3) along(1, load(row.below + c * layout.pitch + x));
      along(kAxes - 1, load(row.next + c * layout.pitch + x));
    }
    Vector term = hn::Sqrt(squared);
    if constexpr (Shape::kRof) {
      term = hn::Sub(term, product);
    } else {
      term = hn::Add(term, gapOfData<Shape>(layout, steps, row, x));
    }
    hn::Store(term, kLanes, row.terms + x);
  }
  // The order of the sum is the same for every width of vectors.
  constexpr std::int64_t kSums = 16;
  std::array<double, kSums> sums{};
  std::int64_t x = 0;
  for (; x + kSums <= layout.width; x += kSums) {
    for (std::int64_t i = 0; i < kSums; ++i) {
      sums[static_cast<std::size_t>(i)] += double{row.terms[x + i]};
    }
  }
  double sum = 0;
  for (const double part : sums) sum += part;
  for (; x < layout.width; ++x) sum += double{row.terms[x]};
  return sum;
}

/// Calls `run.template operator()<Shape>()` for the problem's form.
template <bool rof, int channels, class Run>
ESPY_INLINE auto withAxes(const FieldLayout& layout, const Steps& steps, const Run& run) {
  if (layout.axes == 2) {
    if (steps.isUnit) return run.template operator()<Form<rof, channels, 2, true>>();
    return run.template operator()<Form<rof, channels, 2, false>>();
  }
  if (steps.isUnit) return run.template operator()<Form<rof, channels, 3, true>>();
  return run.template operator()<Form<rof, channels, 3, false>>();
}

template <bool rof, class Run>
ESPY_INLINE auto withChannels(const FieldLayout& layout, const Steps& steps, const Run& run) {
  switch (layout.channels) {
    case 1:
      return withAxes<rof, 1>(layout, steps, run);
    case 3:
      return withAxes<rof, 3>(layout, steps, run);
    case 6:
      return withAxes<rof, 6>(layout, steps, run);
    default:
      return withAxes<rof, 0>(layout, steps, run);
  }
}

template <class Run>
ESPY_INLINE auto withForm(const FieldLayout& layout, const Steps& steps, const Run& run) {
  return layout.isRof() ? withChannels<true>(layout, steps, run)
                        : withChannels<false>(layout, steps, run);
}

void stepRow(const FieldLayout& layout, const Steps& steps, const RowStep& row) {
  withForm(layout, steps, [&]<class Shape>() { step<Shape>(layout, steps, row); });
}

void answerRow(const FieldLayout& layout, const Steps& steps, const RowStep& row) {
  withForm(layout, steps, [&]<class Shape>() { answer<Shape>(layout, steps, row); });
}

double gapOfRow(const FieldLayout& layout, const Steps& steps, const GapRow& row) {
  return withForm(layout, steps, [&]<class Shape>() { return gap<Shape>(layout, steps, row); });
}

}  // namespace
}  // namespace espy::variation::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::variation {

ESPY_SIMD_DEFINE(stepRow);
ESPY_SIMD_DEFINE(answerRow);
ESPY_SIMD_DEFINE(gapOfRow);

}  // namespace espy::variation
#endif
