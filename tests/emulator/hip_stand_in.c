// A library with the entry points of the HIP runtime that the recorder uses. It "launches" one kernel, y += a * x, by itself:
// it shows that the recorder calls HIP's functions with the right arguments in the right order, and nothing about a GPU.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int initialised, device = -1, synchronised, live, fail_at = -1, calls;
static const char *error_text = "stand-in says no";

static int step(void) { return fail_at >= 0 && calls++ == fail_at ? 77 : 0; }
void stand_in_fail_at(int call) { fail_at = call, calls = 0; }
int stand_in_live(void) { return live; }

const char *hipGetErrorString(int code) { return code == 77 ? error_text : "other"; }
int hipInit(unsigned flags) { initialised = flags == 0; return step(); }
int hipSetDevice(int number) { device = number; return initialised ? step() : 3; }
int hipDeviceGetName(char *name, int size, int number) {
  if (number != device) return 101;
  strncpy(name, "Stand-in GPU", size);
  return step();
}
int hipMalloc(void **pointer, size_t size) {
  int code = step();
  if (code) return code;
  *pointer = malloc(size);
  ++live;
  return 0;
}
int hipFree(void *pointer) { free(pointer); --live; return 0; }
int hipMemcpy(void *to, const void *from, size_t size, int kind) {
  if (kind != 1 && kind != 2) return 1;
  if (kind == 2 && !synchronised) return 2;
  memcpy(to, from, size);
  return step();
}
int hipModuleLoadData(void **module, const void *image) {
  if (memcmp(image, "\177ELF", 4)) return 200;
  *module = (void *)image;
  return step();
}
int hipModuleGetFunction(void **function, void *module, const char *name) {
  if (!module || strcmp(name, "axpy")) return 500;
  *function = (void *)1;
  return step();
}
int hipModuleLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                          unsigned shared, void *stream, void **parameters, void **extra) {
  struct { float *y; const float *x; float a; unsigned n; } arguments;
  if (function != (void *)1 || gy * gz * by * bz != 1 || shared || stream || parameters) return 1;
  if (extra[0] != (void *)1 || extra[2] != (void *)2 || extra[4] != (void *)3) return 1;
  if (*(size_t *)extra[3] != sizeof arguments) return 1;
  memcpy(&arguments, extra[1], sizeof arguments);
  for (unsigned i = 0; i < gx * bx && i < arguments.n; ++i)
    arguments.y[i] = __builtin_fmaf(arguments.a, arguments.x[i], arguments.y[i]);
  return step();
}
int hipDeviceSynchronize(void) { synchronised = 1; return step(); }
int hipModuleUnload(void *module) { return module ? step() : 1; }
