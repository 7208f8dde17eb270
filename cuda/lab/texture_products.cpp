// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/lab/texture_products.h"

#include <dlfcn.h>
#include <library_types.h>

#include "base/phrase.h"
#include "espy/error.h"
#include "espy/features.h"

namespace espy::cuda {
namespace {

using lab::TextureNumbers;

// Constants from cuBLAS's documentation.
constexpr int kSuccess = 0;
constexpr int kAsItIs = 0;      // CUBLAS_OP_N
constexpr int kTransposed = 1;  // CUBLAS_OP_T
constexpr int kInHalves = 64;   // CUBLAS_COMPUTE_16F
constexpr int kInFloats = 68;   // CUBLAS_COMPUTE_32F
constexpr int kPedantic = 1;    // added: CUBLAS_COMPUTE_16F_PEDANTIC, ..., without tensor cores
constexpr int kItsOwnWay = -1;  // CUBLAS_GEMM_DEFAULT

struct Cublas {
  int (*create)(void** handle);
  int (*destroy)(void* handle);
  int (*setStream)(void* handle, cudaStream_t stream);
  int (*multiply)(void* handle, int transA, int transB, int m, int n, int k, const void* alpha,
                  const void* a, cudaDataType typeA, int lda, const void* b, cudaDataType typeB,
                  int ldb, const void* beta, void* c, cudaDataType typeC, int ldc, int compute,
                  int algorithm);
};

/// -2 and 0 in half precision.
constexpr std::uint16_t kMinusTwo = 0xc000;
constexpr std::uint16_t kNothing = 0;

[[noreturn]] void refuse(const Message& why) {
  throw Error(ErrorCode::unsupported, phrase("cuBLAS cannot be used: {}", why));
}

std::string reasonOfLoader() {
  const char* const reason = dlerror();
  return reason == nullptr ? "" : reason;
}

template <class Function>
void takeFunction(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function == nullptr) refuse(reasonOfLoader());
}

/// Never unloaded, because its device state belongs to the process.
Cublas loadCublas() {
  Message why;
  for (const char* name : {"libcublas.so.13", "libcublas.so.12"}) {
    void* const library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
      if (why.empty()) why = reasonOfLoader();
      continue;
    }
    Cublas cublas{};
    takeFunction(library, "cublasCreate_v2", cublas.create);
    takeFunction(library, "cublasDestroy_v2", cublas.destroy);
    takeFunction(library, "cublasSetStream_v2", cublas.setStream);
    takeFunction(library, "cublasGemmEx", cublas.multiply);
    return cublas;
  }
  refuse(why);
}

const Cublas& cublas() {
  static const Cublas loaded = loadCublas();
  return loaded;
}

void check(const char* name, int status) {
  if (status == kSuccess) return;
  throw Error(ErrorCode::device, phrase("cuBLAS: {} failed with status {}", name, status));
}

}  // namespace

MatrixMultiplier::MatrixMultiplier(const Stream& stream) {
  check("cublasCreate", cublas().create(&handle_));
  const int status = cublas().setStream(handle_, stream.get());
  if (status != kSuccess) (void)cublas().destroy(handle_);
  check("cublasSetStream", status);
}

MatrixMultiplier::~MatrixMultiplier() {
  callQuietly([&] {
    (void)cublas().destroy(handle_);
    return cudaSuccess;
  });
}

void MatrixMultiplier::queue(const MatrixProduct& product) const {
  const bool halves = product.numbers != TextureNumbers::fp32;
  const bool inHalves = product.numbers == TextureNumbers::fp16;
  const cudaDataType in = halves ? CUDA_R_16F : CUDA_R_32F;
  const cudaDataType out = inHalves ? CUDA_R_16F : CUDA_R_32F;
  const float minusTwo = -2;
  const float nothing = 0;
  const void* const alpha = inHalves ? static_cast<const void*>(&kMinusTwo) : &minusTwo;
  const void* const beta = inHalves ? static_cast<const void*>(&kNothing) : &nothing;
  // cuBLAS is column-major: features are columns of 128, and a column of products holds one
  // reference feature against the whole query.
  constexpr int kDepth = static_cast<int>(kFeatureBytes);
  const int queryRows = static_cast<int>(product.queryRows);
  check("cublasGemmEx",
        cublas().multiply(
            handle_, kTransposed, kAsItIs, queryRows, static_cast<int>(product.rows), kDepth, alpha,
            product.query, in, kDepth, product.references, in, kDepth, beta, product.products, out,
            queryRows, (inHalves ? kInHalves : kInFloats) + (product.tensorCores ? 0 : kPedantic),
            kItsOwnWay));
}

}  // namespace espy::cuda
