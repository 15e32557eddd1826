/* One translation unit: everything that does not vary with an instruction's form. Compiled to runtime.ll by `build_runtime.py`. */
#include "control.c"
#include "memory.c"
#include "matrix.c"
