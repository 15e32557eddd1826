// Stands in for libamdhip64 in tests of how errors are told: a launch fails with the code it was told to.
static int next_code = 0;

void stand_in_fail_with(int code) { next_code = code; }

const char *hipGetErrorString(int code) { return code == 2 ? "out of memory" : "stand-in says no"; }

int hipModuleLaunchKernel(void) { return next_code; }
