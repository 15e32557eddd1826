// The last step of an attention row, shared by the kernel that needs no merge and the one that merges.
#pragma once

#include "numbers.h"

namespace rocm_kernels {

// Normalises four values of a row and writes them.
//
// `sum` is relative to the maximum `top`, as is `total`, both in powers of two. A sink is one more logit of the softmax,
// without a value. An empty context gives zeros and a log-sum-exp of minus infinity.
template <class Type>
ROCM_INLINE void finish(Floats4 sum, float top, float total, int length, const float* sink, float* log_sum_exp,
                        void* output, int64 offset, int element) {
  if (sink) {
    const float logit = *sink * kLog2E;
    const float both = __builtin_fmaxf(top, logit);
    const float factor = exp2_fast(top - both);
    total = total * factor + exp2_fast(logit - both);
    sum *= factor;
    top = both;
  }
  if (log_sum_exp) *log_sum_exp = length > 0 ? (top + log2_fast(total)) * kLn2 : -kInfinity;
  const float factor = reciprocal(total);
  sum = length > 0 ? sum * factor : Floats4{};
  store_four<Type>(output, offset, element, sum);
}

}  // namespace rocm_kernels
