// The device side of HIP that a kernel needs where no ROCm is installed; with one, its own header is used.
#pragma once
#if __has_include(<hip/hip_runtime.h>)
#include <hip/hip_runtime.h>
#else
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(threads) __attribute__((amdgpu_flat_work_group_size(1, threads)))
#define HIP_DYNAMIC_SHARED(type, name) extern __shared__ type name[];

namespace hip_device {
// Hidden arguments of code object version 5 and later: workgroups in the grid, then work-items in a workgroup.
static __device__ __forceinline__ unsigned grid_size(int axis) {
  return ((const __attribute__((address_space(4))) unsigned *)__builtin_amdgcn_implicitarg_ptr())[axis];
}
#define HIP_DEVICE_COMPONENT(name, expression) \
  struct name { __device__ __forceinline__ operator unsigned() const { return expression; } };
#define HIP_DEVICE_INDEX(name, x_value, y_value, z_value) \
  namespace name##_component { HIP_DEVICE_COMPONENT(X, x_value) HIP_DEVICE_COMPONENT(Y, y_value) HIP_DEVICE_COMPONENT(Z, z_value) } \
  struct name { name##_component::X x; name##_component::Y y; name##_component::Z z; };
HIP_DEVICE_INDEX(Thread, __builtin_amdgcn_workitem_id_x(), __builtin_amdgcn_workitem_id_y(), __builtin_amdgcn_workitem_id_z())
HIP_DEVICE_INDEX(Block, __builtin_amdgcn_workgroup_id_x(), __builtin_amdgcn_workgroup_id_y(), __builtin_amdgcn_workgroup_id_z())
HIP_DEVICE_INDEX(BlockSize, __builtin_amdgcn_workgroup_size_x(), __builtin_amdgcn_workgroup_size_y(), __builtin_amdgcn_workgroup_size_z())
HIP_DEVICE_INDEX(GridSize, grid_size(0), grid_size(1), grid_size(2))
}  // namespace hip_device

// Never stored anywhere: reading a component becomes the register that holds it.
extern const __device__ __attribute__((weak)) hip_device::Thread threadIdx;
extern const __device__ __attribute__((weak)) hip_device::Block blockIdx;
extern const __device__ __attribute__((weak)) hip_device::BlockSize blockDim;
extern const __device__ __attribute__((weak)) hip_device::GridSize gridDim;

static __device__ __forceinline__ void __syncthreads() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
#endif
