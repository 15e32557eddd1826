// Runs a kernel that was compiled as plain C++: every work-item in turn, or, where there are barriers, all work-items of a
// workgroup as coroutines that give way at each barrier.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

typedef struct { unsigned x, y, z; } Index;
Index threadIdx, blockIdx, blockDim, gridDim;

enum { STACK_BYTES = 64 * 1024 };
static ucontext_t scheduler, *items;
static Index *numbers;
static char *finished;
static unsigned current;
static void (*entry)(void **);
static void **entry_arguments;

void host_barrier(void) { swapcontext(&items[current], &scheduler); }

static void item(void) {
  entry(entry_arguments);
  finished[current] = 1;
}

static Index number(unsigned flat) {
  Index index = {flat % blockDim.x, flat / blockDim.x % blockDim.y, flat / blockDim.x / blockDim.y};
  return index;
}

static void run_with_barriers(unsigned count, char *stacks) {
  memset(finished, 0, count);
  for (unsigned i = 0; i < count; ++i) {
    getcontext(&items[i]);
    items[i].uc_stack.ss_sp = stacks + (size_t)i * STACK_BYTES;
    items[i].uc_stack.ss_size = STACK_BYTES;
    items[i].uc_link = &scheduler;
    makecontext(&items[i], item, 0);
    numbers[i] = number(i);
  }
  for (unsigned left = count; left;) {
    left = 0;
    for (current = 0; current < count; ++current) {
      if (finished[current]) continue;
      threadIdx = numbers[current];
      swapcontext(&scheduler, &items[current]);
      left += !finished[current];
    }
  }
}

void host_run(void (*kernel)(void **), void **arguments, const unsigned *grid, const unsigned *block, int barriers) {
  gridDim = (Index){grid[0], grid[1], grid[2]};
  blockDim = (Index){block[0], block[1], block[2]};
  unsigned count = block[0] * block[1] * block[2];
  entry = kernel;
  entry_arguments = arguments;
  char *stacks = 0;
  if (barriers) {
    stacks = malloc((size_t)count * STACK_BYTES);
    items = calloc(count, sizeof *items);
    numbers = calloc(count, sizeof *numbers);
    finished = calloc(count, 1);
  }
  for (blockIdx.z = 0; blockIdx.z < grid[2]; ++blockIdx.z)
    for (blockIdx.y = 0; blockIdx.y < grid[1]; ++blockIdx.y)
      for (blockIdx.x = 0; blockIdx.x < grid[0]; ++blockIdx.x) {
        if (barriers) run_with_barriers(count, stacks);
        for (unsigned i = 0; !barriers && i < count; ++i) {
          threadIdx = number(i);
          kernel(arguments);
        }
      }
  free(stacks), free(items), free(numbers), free(finished);
  items = 0, numbers = 0, finished = 0;
}

// fp32 to bf16, nearest even, which the compiler's support library lacks on x86; NaN stays NaN.
__bf16 __truncsfbf2(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  uint32_t rounded = (bits & 0x7fffffff) > 0x7f800000 ? bits | 0x400000 : bits + 0x7fff + (bits >> 16 & 1);
  uint16_t top = rounded >> 16;
  __bf16 result;
  memcpy(&result, &top, sizeof result);
  return result;
}

// fp64 to bf16 with one rounding: first to fp32 towards zero with the last bit set where anything was lost.
__bf16 __truncdfbf2(double value) {
  float narrow = (float)value;
  uint32_t bits;
  memcpy(&bits, &narrow, sizeof bits);
  if ((double)narrow != value && value == value && (bits & 0x7fffffff) != 0x7f800000) {
    if (__builtin_fabs((double)narrow) > __builtin_fabs(value)) --bits;
    bits |= 1;
    memcpy(&narrow, &bits, sizeof bits);
  }
  return __truncsfbf2(narrow);
}
