// What a kernel's source needs to be plain C++: work-item numbers are globals, and a barrier lets the others run.
#pragma once
#define __host__
#define __device__
#define __global__
#define __shared__ static
#define __launch_bounds__(threads)
#define __forceinline__ inline

struct Index { unsigned x, y, z; };
extern "C" {
extern Index threadIdx, blockIdx, blockDim, gridDim;
void host_barrier(void);
}
#define __syncthreads host_barrier

namespace host {
template <class T, T... I> struct Sequence {};
template <class... A, int... I> void spread(void (*kernel)(A...), void **arguments, Sequence<int, I...>) {
  kernel(*(A *)arguments[I]...);
}
template <class... A> void invoke(void (*kernel)(A...), void **arguments) {
  spread(kernel, arguments, __make_integer_seq<Sequence, int, sizeof...(A)>{});
}
}  // namespace host
