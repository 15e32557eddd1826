// Paged attention, one query token a sequence, over one partition of the context.
//
// Workgroup (kv head and row block, split, sequence). Its waves take chunks of tokens in turn and meet only at the end:
// no barrier in the loop. A wave computes scores^T = K Q^T, so that the values of a result lane are consecutive tokens of
// one query row, which is what the product O^T = V^T P^T takes as its right operand: probabilities never leave registers.
// Which token stands in which row of K's tile is free as long as V's operand agrees; it is chosen so that a lane's eight
// (or sixteen) tokens are consecutive in memory and V comes in 16-byte loads too.
//
// With one split results go to the output and statistics are its log-sum-exp, where one is wanted; with several both are for
// merge.hip: fp32 results, and the maximum and the sum of each row.
//
// The macros below are written by specialisation.py; strides are in elements, 0 means that the argument holds it.
#include "finish.h"
#include "fp8_products.h"

namespace rocm_kernels {

using Query = QUERY_TYPE;
using Stored = CACHE_TYPE;
constexpr int kHead = HEAD_SIZE;
constexpr int kBlock = BLOCK_SIZE;
constexpr int kRowTiles = ROW_TILES;
constexpr int kWaves = WAVES;           // that meet in LDS
constexpr int kMostWaves = MOST_WAVES;  // that a workgroup may have: kWaves, or twice as many where workgroups are few
constexpr int kTokens = TOKENS_PER_LANE;  // consecutive tokens of a chunk that a lane holds: 8 or 16
constexpr int kKeyVector = KEY_VECTOR;    // head elements of a key load
constexpr bool kValueTokenMajor = VALUE_TOKEN_MAJOR;
constexpr bool kKeyScalePerToken = KEY_SCALE_PER_TOKEN;
constexpr bool kValueScalePerToken = VALUE_SCALE_PER_TOKEN;
// A probability times the scale of a token's value fits into bf16 always, but not into fp16, which can hold the scaled
// value as well as it holds the result.
constexpr bool kScaleValues = kValueScalePerToken && Query::largest < 1e5f;
constexpr bool kScaled = SCALED;  // one factor for all tokens, of the tensor or of the head
constexpr bool kAlibi = ALIBI;
constexpr bool kSoftcap = SOFTCAP;
constexpr bool kPrefetch = PREFETCH;           // keys of the next chunk come while this one is worked on; else piecewise
// Whether pages of chunks behind the end are looked up as well (and nothing loaded from them): with few registers the branch
// that saves those reads costs a hundred spills.
constexpr bool kAnyPages = kWave == 32;
constexpr bool kQueryInLds = QUERY_IN_LDS;     // queries are read from LDS for each chunk, where registers are short

static_assert(kMostWaves == kWaves || kMostWaves == 2 * kWaves, "a wave takes over from one other at most");
constexpr int kItem = Stored::bytes;
constexpr int kChunk = kGroups * kTokens;
constexpr int kFragments = kTokens / kFragment;  // fragments of tokens in a chunk

constexpr int kKeyLoadBytes = kKeyVector * kItem;
constexpr int kKeyLoads = divide_up(kHead, kKeyVector * kGroups);
constexpr int kStepsPerLoad = kKeyVector / kFragment;
constexpr int kSteps = kKeyLoads * kStepsPerLoad;
constexpr bool kKeyPartial = kHead % (kKeyVector * kGroups) != 0;
using KeyWords = typename Words<kKeyLoadBytes>::Type;

// V by tokens: a lane loads kColumns head elements of each of its tokens. V by vectors: kTokens tokens of one element.
constexpr int kColumns = kValueTokenMajor ? VALUE_COLUMNS : 1;
constexpr int kPieces = divide_up(kHead, kRows * kColumns);
constexpr int kValueTiles = kPieces * kColumns;
constexpr bool kValuePartial = kHead % (kRows * kColumns) != 0;
constexpr int kValueLoads = kValueTokenMajor ? kTokens : 1;
constexpr int kValueLoadBytes = kItem * (kValueTokenMajor ? kColumns : kTokens);
using ValueWords = typename Words<kValueLoadBytes>::Type;

// Pages are looked up once for each unit of a chunk. Where a page holds less than 16 tokens, lane by lane.
constexpr bool kGather = kBlock % 16 != 0;
constexpr int kUnit = kGather ? 1 : minimum(kChunk, kBlock % kChunk == 0 ? kChunk : 16);
constexpr int kUnits = kGather ? 1 : kChunk / kUnit;
static_assert(!kGather || kBlock == 1 || kBlock == 8, "pages of less than 16 tokens have 1 or 8");
static_assert(kTokens == 8 || (!kGather && !kValueTokenMajor), "16 tokens a lane need vectors of 16 tokens");

// Scores further above the running maximum than this (in powers of two) make it move; below, the old one serves on.
constexpr float kSlack = 8.0f;
// In fp16 the weight of the largest score is 2^7 in place of 1, so that small ones are not lost below its smallest number;
// with the slack they stay below 2^15.
constexpr float kHeadroom = Query::largest < 1e5f ? 7.0f : 0.0f;

// fp8 keys meet the queries as they are; what does not fit into registers is widened and multiplied in 16 bits.
constexpr bool kNarrowProducts = IsFp8<Stored>::value && !kQueryInLds;

// Query rows in LDS, padded with zeros to whole steps; 16 bytes more a row put eight rows into different banks.
constexpr int kQueryColumns = kSteps * kGroups * kFragment;
constexpr int kQueryStride = kQueryColumns + 8;
// The meeting of the waves: kPassTiles tiles at a time.
constexpr int kPassTiles = minimum(4, kValueTiles);
constexpr int kPassWidth = kPassTiles * kRows;
constexpr int kPassStride = kPassWidth + 4;
constexpr int kPasses = divide_up(kValueTiles, kPassTiles);
constexpr int kPassColumns = minimum(kColumns, kPassTiles);  // tiles of a pass that interleave
constexpr int kAllRows = kRowTiles * kRows;

constexpr int kQueryWords = kAllRows * kQueryStride / 2;
constexpr int kPassWords = kWaves * kRows * kPassStride;
// The meeting takes the place of the queries, which are in registers by then or needed no more.
constexpr int kSharedWords = maximum(kQueryWords, kPassWords);

struct Pages {
  int id[kUnits];
};

// The element of the head that row `row` of value tile `tile` stands for.
ROCM_INLINE constexpr int head_element(int tile, int row) {
  return tile / kColumns * kRows * kColumns + row * kColumns + tile % kColumns;
}

// One of a few values that all lanes share. Recursion, since a choice of array elements becomes an array in scratch.
template <int Count>
ROCM_INLINE int choose(const int (&values)[kUnits], int unit) {
  if constexpr (Count == 1) {
    return uniform(values[0]);
  } else {
    const int last = uniform(values[Count - 1]);
    const int before = choose<Count - 1>(values, unit);
    return unit == Count - 1 ? last : before;
  }
}

extern "C" __global__ __attribute__((amdgpu_flat_work_group_size(kWaves* kWave, kMostWaves* kWave))) void KERNEL_NAME(
    const void* __restrict__ query, const void* __restrict__ key_cache, const void* __restrict__ value_cache,
    const int* __restrict__ block_tables, const int* __restrict__ context_lengths, const float* __restrict__ key_scale,
    const float* __restrict__ value_scale, const float* __restrict__ alibi_slopes, const float* __restrict__ sinks,
    void* __restrict__ results_to, float* __restrict__ statistics_to, int64 query_sequence_stride, int64 query_head_stride,
    int64 output_sequence_stride, int64 output_head_stride, int64 key_head_stride, int64 value_head_stride,
    int64 table_stride, unsigned key_block_stride, unsigned value_block_stride, int key_token_stride,
    int key_group_stride, int value_token_stride, int value_dimension_stride, int kv_heads, int gqa, int splits,
    int waves_given, int sliding_window, int key_scale_stride, int value_scale_stride, float score_scale, float softcap) {
  __shared__ alignas(16) float shared[kSharedWords];
  __shared__ float maxima[kMostWaves][kAllRows];
  __shared__ float sums[kMostWaves][kAllRows];
  unsigned short* const shared_query = reinterpret_cast<unsigned short*>(shared);

  const int waves = kMostWaves == kWaves ? kWaves : waves_given;
  const int threads = waves * kWave;
  const int thread = __builtin_amdgcn_workitem_id_x();
  const int wave = uniform(thread / kWave);
  const int lane = thread % kWave;
  const int row = lane % kRows;
  const int group = lane / kRows;

  const int place = __builtin_amdgcn_workgroup_id_x();
  const int kv_head = place / ROW_BLOCKS;
  const int first_row = place % ROW_BLOCKS * kAllRows;
  const int split = __builtin_amdgcn_workgroup_id_y();
  const int64 sequence = __builtin_amdgcn_workgroup_id_z();
  const int heads = kv_heads * gqa;
  const int first_head = kv_head * gqa + first_row;
  const int rows = minimum(gqa - first_row, kAllRows);

  const int length = context_lengths[sequence];
  const int first_token = sliding_window > 0 ? maximum(length - sliding_window, 0) : 0;
  const int first_chunk = first_token / kChunk;
  const int chunks = divide_up(length, kChunk) - first_chunk;
  // Every sequence is cut into the same number of parts, whatever its length: the grid depends on maxima only.
  const int share = static_cast<int>(static_cast<unsigned>(chunks) / static_cast<unsigned>(splits));
  const int longer = chunks - share * splits;  // so many parts have one chunk more
  const int begin = first_chunk + share * split + minimum(split, longer);
  const int end = begin + share + (split < longer ? 1 : 0);

  float score_factor = score_scale;
  if constexpr (kScaled && !kKeyScalePerToken) score_factor *= key_scale ? key_scale[kv_head * key_scale_stride] : 1.0f;
  // A maximum of products is found before they are scaled, so the factor must not be negative: the queries take its sign.
  const unsigned query_sign = score_factor < 0.0f ? 0x80008000u : 0u;
  score_factor = __builtin_fabsf(score_factor);
  constexpr bool kTransformed = kSoftcap || kAlibi;  // scores are in powers of two already

  // The queries of this kv head, once for all waves.
  {
    const int64 base = sequence * query_sequence_stride + first_head * query_head_stride;
    constexpr int kVectors = kQueryColumns / kFragment;
    for (int item = thread; item < kAllRows * kVectors; item += threads) {
      const int r = item / kVectors;
      const int column = item % kVectors * kFragment;
      Words4 words{0, 0, 0, 0};
      if (r < rows && column < kHead) {
        words = load_bytes<16>(query, (base + r * query_head_stride + column) * 2);
        words ^= query_sign;
      }
      *reinterpret_cast<Words4*>(&shared_query[r * kQueryStride + column]) = words;
    }
  }
  barrier();
  const auto query_operand = [&](int r, int step) {
    const int column = kKeyVector * (group + kGroups * (step / kStepsPerLoad)) + kFragment * (step % kStepsPerLoad);
    return operand(*reinterpret_cast<const Words4*>(&shared_query[(r * kRows + row) * kQueryStride + column]));
  };
  // From products to scores, by the lane's own row.
  float row_factor[kRowTiles];
  Operand queries[kRowTiles][kQueryInLds || kNarrowProducts ? 1 : kSteps];
  NarrowQuery<kQueryParts<Query>> narrow_queries[kRowTiles][kSteps];
#pragma unroll
  for (int r = 0; r < kRowTiles; ++r) {
    row_factor[r] = score_factor;
    if constexpr (kNarrowProducts) {
      split_queries<Query, Stored, kSteps>(query_operand, r, lane, narrow_queries[r], row_factor[r]);
    } else if constexpr (!kQueryInLds) {
#pragma unroll
      for (int step = 0; step < kSteps; ++step) queries[r][step] = query_operand(r, step);
    }
    // Not zero, since 0 * -infinity is no mask: this much is zero for every score that matters.
    row_factor[r] = __builtin_fmaxf(row_factor[r], 1e-30f);
  }
  if constexpr (!kQueryInLds) barrier();

  int key_token = KEY_TOKEN_STRIDE ? KEY_TOKEN_STRIDE : key_token_stride;
  int key_group = KEY_GROUP_STRIDE ? KEY_GROUP_STRIDE : key_group_stride;
  int value_token = VALUE_TOKEN_STRIDE ? VALUE_TOKEN_STRIDE : value_token_stride;
  int value_dimension = VALUE_DIMENSION_STRIDE ? VALUE_DIMENSION_STRIDE : value_dimension_stride;
  // A block holds less than 4 GiB, so one multiplication of 32 bits by 32 finds it.
  const unsigned key_block_bytes = key_block_stride * kItem;
  const unsigned value_block_bytes = value_block_stride * kItem;
  const void* keys = at_bytes<char>(key_cache, kv_head * key_head_stride * kItem);
  const void* values = at_bytes<char>(value_cache, kv_head * value_head_stride * kItem);
  const int* table = block_tables + sequence * table_stride;
  const int first_page = first_token / kBlock;
  const int last_page = maximum(length - 1, 0) / kBlock;

  // Where this lane stands in a chunk: as a row of K's tiles, and as a group of V's tokens.
  const int key_lane_token = kTokens * row_group(row) + row_value(row);
  const int value_lane_token = kTokens * group;

  float slopes[kRowTiles];
  if constexpr (kAlibi) {
#pragma unroll
    for (int r = 0; r < kRowTiles; ++r) {
      slopes[r] = r * kRows + row < rows ? alibi_slopes[first_head + r * kRows + row] * kLog2E : 0.0f;
    }
  }

  // Where this sequence's results go: found before the loop, through which fewer scalar registers have to be kept then.
  const int64 first_part = sequence * heads * splits;
  char* results_of = static_cast<char*>(results_to) + (splits == 1 ? sequence * output_sequence_stride * Query::bytes
                                                                   : first_part * kHead * Fp32::bytes);
  float* statistics_of = statistics_to ? statistics_to + (splits == 1 ? first_part : first_part * 2) : nullptr;
  float output_factor = kScaled && !kValueScalePerToken && value_scale ? value_scale[kv_head * value_scale_stride] : 1.0f;
  asm volatile("" : "+s"(results_of), "+s"(statistics_of));
  if constexpr (kScaled && !kValueScalePerToken) asm volatile("" : "+s"(output_factor));

  float maximum_of[kRowTiles];
  float sum_of[kRowTiles];
  Accumulator results[kRowTiles][kValueTiles];
#pragma unroll
  for (int r = 0; r < kRowTiles; ++r) {
    maximum_of[r] = -kInfinity;
    sum_of[r] = 0.0f;
#pragma unroll
    for (int tile = 0; tile < kValueTiles; ++tile) results[r][tile] = Accumulator{};
  }

  const auto load_pages = [&](int chunk) {
    Pages pages;
    if constexpr (!kGather) {
#pragma unroll
      for (int unit = 0; unit < kUnits; ++unit) {
        // Entries outside the pages in use mean nothing, so they are never followed.
        const int page = minimum(maximum((chunk * kChunk + unit * kUnit) / kBlock, first_page), last_page);
        pages.id[unit] = table[page];
      }
    }
    return pages;
  };
  // Byte offset of token `offset` of a chunk, from the start of the cache; offsets of a lane's own unit only.
  const auto token_bytes = [&](const Pages& pages, int chunk, int lane_token, unsigned block_bytes, int token_bytes) {
    if constexpr (kGather) {
      const int token = chunk * kChunk + lane_token;
      const int page = minimum(maximum(token / kBlock, first_page), last_page);
      return static_cast<uint64>(static_cast<unsigned>(table[page])) * block_bytes + token % kBlock * token_bytes;
    } else if constexpr (kUnits == 1) {
      const int slot = chunk * kChunk % kBlock;
      return static_cast<uint64>(static_cast<unsigned>(pages.id[0])) * block_bytes + slot * token_bytes;
    } else {
      const int unit = lane_token / kUnit;
      int slots[kUnits];
#pragma unroll
      for (int i = 0; i < kUnits; ++i) slots[i] = (chunk * kChunk + i * kUnit) % kBlock;
      const unsigned id = choose<kUnits>(pages.id, unit);
      return static_cast<uint64>(id) * block_bytes + choose<kUnits>(slots, unit) * token_bytes;
    }
  };
  // Of the lane's place within its unit (all of the chunk where there is one).
  constexpr int kInUnit = kGather ? 1 : kUnit;

  KeyWords key_words[kPrefetch ? kFragments : 1][kPrefetch ? kTiles : 1][kKeyLoads];
  const int key_lane_bytes =
      static_cast<int>((key_lane_token % kInUnit * key_token + group * key_group) * kItem);
  const auto load_tile = [&](const Pages& pages, int chunk, int fragment, int tile) {
    const int step_token = fragment * kFragment + tile * kAccumulator;
    const uint64 token = token_bytes(pages, chunk, key_lane_token + (kGather ? step_token : 0), key_block_bytes,
                                     key_token * kItem);
    const void* base = at_bytes<char>(keys, token + (kGather ? 0 : step_token * key_token * kItem));
#pragma unroll
    for (int load = 0; load < kKeyLoads; ++load) {
      KeyWords& words = key_words[kPrefetch ? fragment : 0][kPrefetch ? tile : 0][load];
      const void* from = at_bytes<char>(base, load * kGroups * key_group * kItem);
      if (kKeyPartial && load == kKeyLoads - 1) {
        words = KeyWords{};
        if (kKeyVector * (group + kGroups * load) < kHead) words = load_bytes<kKeyLoadBytes>(from, key_lane_bytes);
      } else {
        words = load_bytes<kKeyLoadBytes>(from, key_lane_bytes);
      }
    }
  };
  const auto load_keys = [&](const Pages& pages, int chunk) {
#pragma unroll
    for (int fragment = 0; fragment < kFragments; ++fragment) {
#pragma unroll
      for (int tile = 0; tile < kTiles; ++tile) load_tile(pages, chunk, fragment, tile);
    }
  };
  const auto key_fragment = [&](int fragment, int tile, int step) {
    return fragment_of<Query, Stored>(key_words[kPrefetch ? fragment : 0][kPrefetch ? tile : 0][step / kStepsPerLoad], step % kStepsPerLoad, Exact{});
  };

  const int value_lane_bytes = static_cast<int>(
      kValueTokenMajor ? (value_lane_token % kInUnit * value_token + row * kColumns) * kItem
                       : (value_lane_token % kInUnit / kTokens * value_token + row * value_dimension) * kItem);

  ValueWords value_words[kPrefetch ? kPieces : 1][kValueLoads];
  const auto load_piece = [&](const Pages& pages, int chunk, int piece) {
#pragma unroll
    for (int load = 0; load < kValueLoads; ++load) {
      const int step_token = kValueTokenMajor ? load : 0;
      // Vectors of tokens: the stride counts vectors, so the slot does too.
      const int slot_stride = kValueTokenMajor ? value_token : 0;
      uint64 token = token_bytes(pages, chunk, value_lane_token + (kGather ? step_token : 0), value_block_bytes,
                                 slot_stride * kItem);
      if constexpr (!kValueTokenMajor && !kGather && kBlock > kUnit) {
        int slots[kUnits];
#pragma unroll
        for (int i = 0; i < kUnits; ++i) slots[i] = (chunk * kChunk + i * kUnit) % kBlock / kTokens;
        token += choose<kUnits>(slots, kUnits == 1 ? 0 : value_lane_token / kUnit) * value_token * kItem;
      }
      const int64 step = static_cast<int64>(kRows * kColumns * piece) *
                         (kValueTokenMajor ? 1 : value_dimension) * kItem;
      const void* from = at_bytes<char>(values, token + (kGather ? 0 : step_token * value_token * kItem) + step);
      ValueWords& words = value_words[kPrefetch ? piece : 0][load];
      if (kValuePartial && piece == kPieces - 1) {
        words = ValueWords{};
        if (kColumns * (row + kRows * piece) < kHead) words = load_bytes<kValueLoadBytes>(from, value_lane_bytes);
      } else {
        words = load_bytes<kValueLoadBytes>(from, value_lane_bytes);
      }
    }
  };
  // Unused slots may hold NaN, and 0 * NaN is NaN: they become zeros.
  const auto clear_token = [&](int piece, int t, unsigned seen) {
    if constexpr (kValueTokenMajor) {
      value_words[piece][t] &= seen;
    } else {
      clear_unseen<Stored>(value_words[piece][0], t, seen);
    }
  };

  int chunk = begin + wave;
  Pages pages;
  Pages next_pages;
  if (chunk < end) {
    pages = load_pages(chunk);
    if (kAnyPages || chunk + waves < end) next_pages = load_pages(chunk + waves);
    if constexpr (kPrefetch) load_keys(pages, chunk);
  }
  for (; chunk < end; chunk += waves) {
    const int chunk_token = chunk * kChunk;
    const bool masked = chunk_token < first_token || chunk_token + kChunk > length;  // not every token is seen
    if constexpr (!KEY_GROUP_STRIDE) {
      // Where no stride is known, their multiples are computed anew for each chunk: kept, they would fill scalar registers.
      asm volatile("" : "+s"(key_token), "+s"(key_group), "+s"(value_token), "+s"(value_dimension));
    }

    if constexpr (kPrefetch) {
#pragma unroll
      for (int piece = 0; piece < kPieces; ++piece) load_piece(pages, chunk, piece);
    }

    // scores[r][t]: query row `row` of tile r against token chunk_token + value_lane_token + t.
    float scores[kRowTiles][kTokens];
#pragma unroll
    for (int fragment = 0; fragment < kFragments; ++fragment) {
#pragma unroll
      for (int tile = 0; tile < kTiles; ++tile) {
        Accumulator products[kRowTiles];
#pragma unroll
        for (int r = 0; r < kRowTiles; ++r) products[r] = Accumulator{};
        if constexpr (!kPrefetch) {
          __builtin_amdgcn_sched_barrier(0);
          load_tile(pages, chunk, fragment, tile);
        }
#pragma unroll
        for (int step = 0; step < kSteps; ++step) {
          if constexpr (kNarrowProducts) {
            const KeyWords& words = key_words[kPrefetch ? fragment : 0][kPrefetch ? tile : 0][step / kStepsPerLoad];
            const Words2 left = pair_of(words, step % kStepsPerLoad);
#pragma unroll
            for (int r = 0; r < kRowTiles; ++r) {
              products[r] = multiply_narrow(left, narrow_queries[r][step], products[r]);
            }
          } else {
            if constexpr (!kPrefetch && Stored::bytes == 1) __builtin_amdgcn_sched_barrier(0);  // widen one, multiply it
            const Operand left = operand(key_fragment(fragment, tile, step));
#pragma unroll
            for (int r = 0; r < kRowTiles; ++r) {
              const Operand right =
                  kQueryInLds ? query_operand(r, step) : queries[r][kQueryInLds || kNarrowProducts ? 0 : step];
              products[r] = multiply<Query>(left, right, products[r]);
            }
          }
        }
#pragma unroll
        for (int r = 0; r < kRowTiles; ++r) {
#pragma unroll
          for (int value = 0; value < kAccumulator; ++value) {
            scores[r][fragment * kFragment + tile * kAccumulator + value] = products[r][value];
          }
        }
      }
    }

    // The next keys are on their way while this chunk is worked on.
    const Pages chunk_pages = pages;
    pages = next_pages;
    if constexpr (kPrefetch) {
      if (chunk + waves < end) load_keys(pages, chunk + waves);
    }
    if (kAnyPages || chunk + 2 * waves < end) next_pages = load_pages(chunk + 2 * waves);

    const int lane_token = chunk_token + value_lane_token;
    float value_factors[kTokens];
    if constexpr (kKeyScalePerToken || kValueScalePerToken) {
#pragma unroll
      for (int t = 0; t < kTokens; ++t) {
        const int token = minimum(maximum(lane_token + t, first_token), length - 1);
        int id;
        if constexpr (kGather) {
          id = table[token / kBlock];
        } else {
          id = kUnits == 1 ? chunk_pages.id[0] : choose<kUnits>(chunk_pages.id, value_lane_token / kUnit);
        }
        const int64 at = (static_cast<int64>(id) * kv_heads + kv_head) * kBlock + token % kBlock;
        if constexpr (kKeyScalePerToken) {
          const float factor = key_scale[at];
#pragma unroll
          for (int r = 0; r < kRowTiles; ++r) scores[r][t] *= factor;
        }
        if constexpr (kValueScalePerToken) value_factors[t] = value_scale[at];
      }
    }
    if constexpr (kTransformed) {
#pragma unroll
      for (int r = 0; r < kRowTiles; ++r) {
#pragma unroll
        for (int t = 0; t < kTokens; ++t) {
          float score = scores[r][t] * row_factor[r];
          if constexpr (kSoftcap) {
            // softcap * tanh(x) = softcap * (1 - 2 / (exp(2 x) + 1)); row_factor holds 2 log2(e) / softcap here.
            score = softcap * (1.0f - 2.0f * reciprocal(exp2_fast(score) + 1.0f));
          }
          if constexpr (kAlibi) score += slopes[r] * static_cast<float>(lane_token + t - (length - 1));
          scores[r][t] = score;
        }
      }
    }
    // Bit t: whether this lane's token t is seen. One word, since a condition for each token would fill scalar registers.
    unsigned seen_bits = ~0u;
    if (masked) {
      const int before = minimum(maximum(first_token - lane_token, 0), kTokens);
      const int until = minimum(maximum(length - lane_token, 0), kTokens);
      seen_bits = ((1u << until) - 1) & ~((1u << before) - 1);
#pragma unroll
      for (int t = 0; t < kTokens; ++t) {
        const unsigned seen = bit_mask(seen_bits, t);
#pragma unroll
        for (int r = 0; r < kRowTiles; ++r) scores[r][t] = select_bits(seen, scores[r][t], -kInfinity);
        if constexpr (kPrefetch) {
#pragma unroll
          for (int piece = 0; piece < kPieces; ++piece) clear_token(piece, t, seen);
        }
      }
    }

    const auto value_scaling = [&](int token) {
      if constexpr (kScaleValues) {
        return ByToken{value_factors + token};
      } else {
        return Exact{};
      }
    };

    Operand weights[kRowTiles][kFragments];
#pragma unroll
    for (int r = 0; r < kRowTiles; ++r) {
      const float exponent_scale = kTransformed ? 1.0f : row_factor[r];
      float highest = scores[r][0];
#pragma unroll
      for (int t = 1; t < kTokens; ++t) highest = __builtin_fmaxf(highest, scores[r][t]);
      highest *= exponent_scale;
      const bool higher = highest > maximum_of[r] + (kSlack + kHeadroom);
      if (any_lane(higher)) {
#pragma unroll
        for (int distance = kRows; distance < kWave; distance *= 2) {
          highest = __builtin_fmaxf(highest, from_lane(highest, lane ^ distance));
        }
        const float raised = __builtin_fmaxf(maximum_of[r], highest - kHeadroom);
        const float factor = raised == maximum_of[r] ? 1.0f : exp2_fast(maximum_of[r] - raised);
        maximum_of[r] = raised;
        sum_of[r] *= factor;
#pragma unroll
        for (int tile = 0; tile < kValueTiles; ++tile) results[r][tile] *= factor;
      }
      Floats2 sum{sum_of[r], 0.0f};
#pragma unroll
      for (int fragment = 0; fragment < kFragments; ++fragment) {
        Fragment packed;
#pragma unroll
        for (int word = 0; word < 4; ++word) {
          const int t = fragment * kFragment + word * 2;
          Floats2 power{scores[r][t], scores[r][t + 1]};
          power = power * exponent_scale - maximum_of[r];
          power = Floats2{exp2_fast(power.x), exp2_fast(power.y)};
          sum += power;
          if constexpr (kValueScalePerToken && !kScaleValues) power *= Floats2{value_factors[t], value_factors[t + 1]};
          packed[word] = Query::pack(power.x, power.y);
        }
        weights[r][fragment] = operand(packed);
      }
      sum_of[r] = sum.x + sum.y;
    }

#pragma unroll
    for (int piece = 0; piece < kPieces; ++piece) {
      const int held = kPrefetch ? piece : 0;
      if constexpr (!kPrefetch) {
        // Piece by piece, so that only one takes registers.
        __builtin_amdgcn_sched_barrier(0);
        load_piece(chunk_pages, chunk, piece);
        if (masked) {
#pragma unroll
          for (int t = 0; t < kTokens; ++t) {
            clear_token(0, t, bit_mask(seen_bits, t));
          }
        }
      }
#pragma unroll
      for (int column = 0; column < kColumns; ++column) {
#pragma unroll
        for (int fragment = 0; fragment < kFragments; ++fragment) {
          Fragment narrow;
          if constexpr (!kValueTokenMajor) {
            narrow = fragment_of<Query, Stored>(value_words[held][0], fragment, value_scaling(fragment * kFragment));
          } else {
#pragma unroll
            for (int word = 0; word < 4; ++word) {
              narrow[word] = token_pair<Query, Stored>(value_words[held][word * 2], value_words[held][word * 2 + 1],
                                                       column, value_scaling(word * 2));
            }
          }
          const Operand left = operand(narrow);
#pragma unroll
          for (int r = 0; r < kRowTiles; ++r) {
            Accumulator& result = results[r][piece * kColumns + column];
            result = multiply<Query>(left, weights[r][fragment], result);
          }
        }
        if constexpr (!kPrefetch && kWave == 32) {
          // Done here: put off behind the branches of later pieces, products would keep the operands of all pieces alive.
#pragma unroll
          for (int r = 0; r < kRowTiles; ++r) asm volatile("" : "+v"(results[r][piece * kColumns + column]));
        }
      }
    }
  }

  // Over the values that the waves left in LDS of one row.
  const auto over_waves = [&](const auto& visit) {
#pragma unroll
    for (int w = 0; w < kWaves; ++w) visit(w);
    if (kMostWaves > kWaves && waves > kWaves) {
#pragma unroll
      for (int w = kWaves; w < kMostWaves; ++w) visit(w);
    }
  };
  // The waves meet: each brought its own maximum, sum and unnormalised result.
#pragma unroll
  for (int r = 0; r < kRowTiles; ++r) {
#pragma unroll
    for (int distance = kRows; distance < kWave; distance *= 2) sum_of[r] += from_lane(sum_of[r], lane ^ distance);
    if (group == 0) {
      maxima[wave][r * kRows + row] = maximum_of[r];
      sums[wave][r * kRows + row] = sum_of[r];
    }
  }
  barrier();
  constexpr int kStores = kPassWidth / 4;  // threads that write a row
  const int rows_at_once = threads / kStores;
  static_assert(kWave % kStores == 0, "a pass is a power of two wide");
#pragma unroll
  for (int r = 0; r < kRowTiles; ++r) {
    if (r * kRows >= rows) break;
    float highest = -kInfinity;
    over_waves([&](int w) { highest = __builtin_fmaxf(highest, maxima[w][r * kRows + row]); });
    // A wave without tokens has a maximum of minus infinity and so a weight of zero, unless all have.
    const float base = highest == -kInfinity ? 0.0f : highest;
    const float factor = exp2_fast(maximum_of[r] - base);
#pragma unroll
    for (int pass = 0; pass < kPasses; ++pass) {
      // Where a value of this lane stands in the LDS of a wave.
      const auto place = [&](int t, int value) {
        const int tile_row = accumulator_row(group, value);
        const int column = t / kPassColumns * kPassColumns * kRows + tile_row * kPassColumns + t % kPassColumns;
        return (wave % kWaves * kRows + row) * kPassStride + column;
      };
      Accumulator brought[kPassTiles];
#pragma unroll
      for (int t = 0; t < kPassTiles; ++t) {
        if (pass * kPassTiles + t < kValueTiles) brought[t] = results[r][pass * kPassTiles + t] * factor;
      }
      const auto leave = [&] {
#pragma unroll
        for (int t = 0; t < kPassTiles; ++t) {
          if (pass * kPassTiles + t >= kValueTiles) break;
#pragma unroll
          for (int value = 0; value < kAccumulator; ++value) shared[place(t, value)] = brought[t][value];
        }
      };
      if (kMostWaves > kWaves && waves > kWaves) {
        // Each wave of the second half hands over to one of the first.
        if (wave >= kWaves) leave();
        barrier();
        if (wave < kWaves) {
#pragma unroll
          for (int t = 0; t < kPassTiles; ++t) {
            if (pass * kPassTiles + t >= kValueTiles) break;
#pragma unroll
            for (int value = 0; value < kAccumulator; ++value) brought[t][value] += shared[place(t, value)];
          }
        }
      }
      if (wave < kWaves) leave();
      barrier();
      for (int out_row = thread / kStores; out_row < minimum(rows - r * kRows, kRows); out_row += rows_at_once) {
        const int column = thread % kStores * 4;
        const int tile = pass * kPassTiles + column / (kPassColumns * kRows) * kPassColumns;
        const int element = head_element(tile, column % (kPassColumns * kRows) / kPassColumns);
        if (element >= kHead) break;
        float top = -kInfinity;
        over_waves([&](int w) { top = __builtin_fmaxf(top, maxima[w][r * kRows + out_row]); });
        const float from = top == -kInfinity ? 0.0f : top;
        float total = 0.0f;
        over_waves([&](int w) {
          total += exp2_fast(maxima[w][r * kRows + out_row] - from) * sums[w][r * kRows + out_row];
        });
        Floats4 sum{};
#pragma unroll
        for (int w = 0; w < kWaves; ++w) {
          sum += *reinterpret_cast<const Floats4*>(&shared[(w * kRows + out_row) * kPassStride + column]);
        }
        const int head = first_head + r * kRows + out_row;
        const bool first_of_row = element == 0;
        if (splits == 1) {
          finish<Query>(sum * output_factor, top, total, length, sinks ? sinks + head : nullptr,
                        statistics_of && first_of_row ? statistics_of + head : nullptr, results_of,
                        head * output_head_stride, element);
        } else {
          const int64 part = static_cast<int64>(head) * splits + split;
          if (first_of_row) {
            statistics_of[part * 2] = top;
            statistics_of[part * 2 + 1] = total;
          }
          store_four<Fp32>(results_of, part * kHead, element, sum * output_factor);
        }
      }
      if (pass + 1 < kPasses || r + 1 < kRowTiles) barrier();
    }
  }
}

}  // namespace rocm_kernels
