/* Launches prepared CUDA kernels from Python in one call: ctypes costs more than the driver itself. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>

/* CU_LAUNCH_PARAM_BUFFER_POINTER and CU_LAUNCH_PARAM_BUFFER_SIZE: parameters are handed over as one block. */
#define BUFFER_POINTER ((void *)1)
#define BUFFER_SIZE ((void *)2)

/* One prepared kernel, laid out by cuda_launch.py; the functions are the driver's cuStreamIsCapturing and cuLaunchKernelEx. */
struct record {
  int (*is_capturing)(void *stream, int *status);
  int (*launch)(const void *configuration, void *function, void **parameters, void **extra);
  const void *configuration;
  unsigned long long configuration_bytes, stream_place, attributes_place; /* places of members in the configuration */
  void *function;
  const void *block; /* all parameters of the kernel, its pointers first */
  unsigned long long block_bytes;
  unsigned long long overlaps; /* the kernel may start before the one ahead of it in the stream has ended */
  unsigned long long count;    /* pointers */
};

/* Bytes of a configuration and of a block at most; cuda_launch.py prepares no larger ones. */
enum { MOST_CONFIGURATION = 128, MOST_BLOCK = 1024 };

/* What launch_prepared does on a stream; UNLESS_CAPTURED gives -1 and launches nothing where a graph is being captured. */
enum mode { PLAIN = 0, OVERLAP = 1, UNLESS_CAPTURED = 2 };

/* launch_prepared(stream, mode, record, pointer, ..., record, pointer, ...) -> error code of the driver, 0 for none. */
static PyObject *launch_prepared(PyObject *self, PyObject *const *arguments, Py_ssize_t size) {
  if (size < 2) {
    PyErr_SetString(PyExc_TypeError, "launch_prepared needs a stream and a mode");
    return NULL;
  }
  void *stream = PyLong_AsVoidPtr(arguments[0]);
  long mode = PyLong_AsLong(arguments[1]);
  if (PyErr_Occurred()) return NULL;
  int code = 0;
  Py_ssize_t next = 2;
  while (next < size && code == 0) {
    struct record *record = PyLong_AsVoidPtr(arguments[next++]);
    if (PyErr_Occurred()) return NULL;
    if (mode == UNLESS_CAPTURED && record != NULL) {
      int capturing = 0;
      mode = PLAIN;
      code = record->is_capturing(stream, &capturing);
      if (code) break;
      if (capturing) return PyLong_FromLong(-1);
    }
    if (record == NULL || record->count > (unsigned long long)(size - next) || 8 * record->count > record->block_bytes) {
      PyErr_SetString(PyExc_ValueError, "launch_prepared got fewer pointers than the kernel takes");
      return NULL;
    }
    if (record->configuration_bytes > MOST_CONFIGURATION || record->block_bytes > MOST_BLOCK) {
      PyErr_SetString(PyExc_ValueError, "launch_prepared got a record that is larger than it takes");
      return NULL;
    }
    /* Copies of this call's own: while the driver reads them, another thread may launch the same kernel. */
    unsigned long long configuration[MOST_CONFIGURATION / 8], block[MOST_BLOCK / 8];
    memcpy(configuration, record->configuration, record->configuration_bytes);
    memcpy(block, record->block, record->block_bytes);
    for (unsigned long long index = 0; index < record->count; ++index)
      block[index] = PyLong_AsUnsignedLongLong(arguments[next++]);
    if (PyErr_Occurred()) return NULL;
    memcpy((char *)configuration + record->stream_place, &stream, sizeof stream);
    unsigned attributes = mode == OVERLAP && record->overlaps;
    memcpy((char *)configuration + record->attributes_place, &attributes, sizeof attributes);
    size_t bytes = record->block_bytes;
    void *extra[] = {BUFFER_POINTER, block, BUFFER_SIZE, &bytes, NULL};
    Py_BEGIN_ALLOW_THREADS;
    code = record->launch(configuration, record->function, NULL, extra);
    Py_END_ALLOW_THREADS;
  }
  return PyLong_FromLong(code);
}

static PyMethodDef methods[] = {
    {"launch_prepared", (PyCFunction)(void *)launch_prepared, METH_FASTCALL, "Launch prepared kernels in order."},
    {NULL, NULL, 0, NULL},
};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "rocm_kernels_quick_launch", NULL, -1, methods};

PyMODINIT_FUNC PyInit_rocm_kernels_quick_launch(void) { return PyModule_Create(&module); }
