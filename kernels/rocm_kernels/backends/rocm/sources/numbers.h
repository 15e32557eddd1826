// The element types of queries and caches, and how they become the 16-bit values that matrix instructions take.
#pragma once

#include "traits.h"

namespace rocm_kernels {

struct Fp16 {
  static constexpr int bytes = 2;
  static constexpr float largest = 65504.0f;
  static ROCM_INLINE float to_float(unsigned bits) {
    return static_cast<float>(__builtin_bit_cast(_Float16, static_cast<unsigned short>(bits)));
  }
  static ROCM_INLINE unsigned from_float(float value) {
    return __builtin_bit_cast(unsigned short, static_cast<_Float16>(value));
  }
  // Two values that 16 bits hold exactly.
  static ROCM_INLINE unsigned pack_exact(float low, float high) {
    return __builtin_bit_cast(unsigned, __builtin_amdgcn_cvt_pkrtz(low, high));
  }
  static ROCM_INLINE unsigned pack(float low, float high) { return from_float(high) << 16 | from_float(low); }
};

struct Bf16 {
  static constexpr int bytes = 2;
  static constexpr float largest = 3.3895313892515355e38f;
  static ROCM_INLINE float to_float(unsigned bits) { return __builtin_bit_cast(float, bits << 16); }
  static ROCM_INLINE unsigned from_float(float value) {
    return __builtin_bit_cast(unsigned short, static_cast<__bf16>(value));
  }
  static ROCM_INLINE unsigned pack_exact(float low, float high) {
    return __builtin_amdgcn_perm(__builtin_bit_cast(unsigned, high), __builtin_bit_cast(unsigned, low), 0x07060302);
  }
  // To nearest; without an instruction for it ties go away from zero, which costs one addition a value.
  static ROCM_INLINE unsigned pack(float low, float high) {
    if constexpr (target.packs_bf16) {
      return from_float(high) << 16 | from_float(low);
    } else {
      return __builtin_amdgcn_perm(__builtin_bit_cast(unsigned, high) + 0x8000u,
                                   __builtin_bit_cast(unsigned, low) + 0x8000u, 0x07060302);
    }
  }
};

// e4m3 as the target's conversions read it: fnuz on gfx942, OCP on gfx950 and gfx12. The launcher admits only that one.
template <bool Fnuz>
struct Fp8 {
  static constexpr int bytes = 1;
  static constexpr float largest = Fnuz ? 240.0f : 448.0f;
#if !defined(__gfx90a__) && !defined(__gfx1100__)
  // Values 2 * pair and 2 * pair + 1 of a word.
  static ROCM_INLINE Floats2 unpack(unsigned word, int pair) {
    return pair == 0 ? __builtin_amdgcn_cvt_pk_f32_fp8(static_cast<int>(word), false)
                     : __builtin_amdgcn_cvt_pk_f32_fp8(static_cast<int>(word), true);
  }
  static ROCM_INLINE unsigned from_float(float value) {
    return static_cast<unsigned>(__builtin_amdgcn_cvt_pk_fp8_f32(value, value, 0, false)) & 0xff;
  }
#endif
};

struct Int8 {
  static constexpr int bytes = 1;
  static constexpr float largest = 127.0f;
  static ROCM_INLINE Floats2 unpack(unsigned word, int pair) {
    return Floats2{static_cast<float>(static_cast<signed char>(word >> (16 * pair))),
                   static_cast<float>(static_cast<signed char>(word >> (16 * pair + 8)))};
  }
  static ROCM_INLINE unsigned from_float(float value) {
    return value == value ? static_cast<unsigned>(static_cast<int>(__builtin_rintf(value))) & 0xff : 0;
  }
};

// What stored values are multiplied by while they are widened: nothing, so that 16 bits hold them exactly, or a factor for
// each token, which needs rounding.
struct Exact {
  template <class Compute>
  ROCM_INLINE unsigned pack(float low, float high, int) const {
    return Compute::pack_exact(low, high);
  }
};
struct ByToken {
  const float* factors;  // of tokens that follow each other
  template <class Compute>
  ROCM_INLINE unsigned pack(float low, float high, int token) const {
    return Compute::pack(low * factors[token], high * factors[token + 1]);
  }
};

// Eight stored bytes as a fragment of `Compute`; every value of fp8 and int8 is exact in both 16-bit types.
template <class Compute, class Stored, class Factors>
ROCM_INLINE Fragment widen(unsigned low, unsigned high, Factors factors) {
  const Floats2 a = Stored::unpack(low, 0);
  const Floats2 b = Stored::unpack(low, 1);
  const Floats2 c = Stored::unpack(high, 0);
  const Floats2 d = Stored::unpack(high, 1);
  return Fragment{factors.template pack<Compute>(a.x, a.y, 0), factors.template pack<Compute>(b.x, b.y, 2),
                  factors.template pack<Compute>(c.x, c.y, 4), factors.template pack<Compute>(d.x, d.y, 6)};
}

ROCM_INLINE unsigned word_of(unsigned short words, int) { return words; }
ROCM_INLINE unsigned word_of(unsigned words, int) { return words; }
ROCM_INLINE unsigned word_of(Words2 words, int index) { return words[index]; }
ROCM_INLINE unsigned word_of(Words4 words, int index) { return words[index]; }

// Element `column` of two tokens side by side, from what was loaded of each.
template <class Compute, class Stored, class Loaded, class Factors>
ROCM_INLINE unsigned token_pair(Loaded first, Loaded second, int column, Factors factors) {
  constexpr int kPerWord = 4 / Stored::bytes;
  const unsigned a = word_of(first, column / kPerWord);
  const unsigned b = word_of(second, column / kPerWord);
  if constexpr (Stored::bytes == 2) {
    return column % 2 == 0 ? __builtin_amdgcn_perm(b, a, 0x05040100) : __builtin_amdgcn_perm(b, a, 0x07060302);
  } else {
    const Floats2 left = Stored::unpack(a, column % kPerWord / 2);
    const Floats2 right = Stored::unpack(b, column % kPerWord / 2);
    return column % 2 == 0 ? factors.template pack<Compute>(left.x, right.x, 0)
                           : factors.template pack<Compute>(left.y, right.y, 0);
  }
}

// Token `token` of several tokens of one element becomes zero where `seen` is 0; all bits of it are set otherwise.
template <class Stored, class Loaded>
ROCM_INLINE void clear_unseen(Loaded& words, int token, unsigned seen) {
  if constexpr (sizeof(Loaded) >= 8) {
    constexpr int kPerWord = 4 / Stored::bytes;
    const unsigned bits = (Stored::bytes == 2 ? 0xffffu : 0xffu) << (8 * Stored::bytes * (token % kPerWord));
    words[token / kPerWord] &= seen | ~bits;
  }
}

// Fragment `index` of what was loaded: eight neighbouring stored values.
template <class Compute, class Stored, class Loaded, class Factors>
ROCM_INLINE Fragment fragment_of(Loaded words, int index, Factors factors) {
  if constexpr (sizeof(Loaded) < 8) {
    return Fragment{};
  } else if constexpr (Stored::bytes == 1) {
    return widen<Compute, Stored>(words[index * 2], words[index * 2 + 1], factors);
  } else if constexpr (sizeof(Loaded) == 16) {
    return words;
  } else {
    return Fragment{};
  }
}

struct Fp32 {
  static constexpr int bytes = 4;
};

// Four neighbouring values of a result, in one store.
template <class Type>
ROCM_INLINE void store_four(void* base, int64 offset, int element, Floats4 values) {
  char* to = static_cast<char*>(base) + (offset + element) * Type::bytes;
  if constexpr (Type::bytes == 4) {
    struct __attribute__((packed, aligned(4))) Unaligned {
      Floats4 values;
    };
    reinterpret_cast<Unaligned*>(to)->values = values;
  } else {
    struct __attribute__((packed, aligned(2))) Unaligned {
      Words2 words;
    };
    // Rounded to nearest even, ties included: this is the result itself.
    reinterpret_cast<Unaligned*>(to)->words =
        Words2{Type::from_float(values.y) << 16 | Type::from_float(values.x),
               Type::from_float(values.w) << 16 | Type::from_float(values.z)};
  }
}

}  // namespace rocm_kernels
