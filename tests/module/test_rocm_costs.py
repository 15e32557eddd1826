"""What the cost table of the HIP kernels counts as needed, and how it is written."""

from __future__ import annotations

from rocm_kernels.benchmarks.rocm_kernels import Cost, Resources, Unique, markdown, unique_bytes


def test_each_byte_that_a_decode_needs_is_counted_once() -> None:
    # 8 sequences of 4,096 tokens, one kv head of 128 in bf16: keys and values; 8 query rows; 256 table entries and a length.
    cache, rows = 8 * 4096 * 128 * 2 * 2, 8 * 8 * 128 * 2
    assert unique_bytes(8, 1, "bf16", 4096) == Unique(cache, cache + rows + 8 * 257 * 4, rows)
    assert unique_bytes(64, 8, "fp8_e4m3fnuz", 1024) == Unique(
        8 * 1024 * 8 * 128 * 2, 8 * 1024 * 8 * 128 * 2 + 8 * 64 * 128 * 2 + 8 * 65 * 4, 8 * 64 * 128 * 2
    )


def test_the_tables_have_a_cell_for_every_column() -> None:
    found = [Resources("gfx942", "kernel", 100, 60, 1024, 0, 0, 4)]
    costs = [
        Cost("case", name, (1, 2, 3), 4, count, 100, 500, 2048, 3000, 100, 1.01, 1.02, 0)
        for name, count in (("rocm", 1000), ("aiter triton", 5000))
    ]
    tables = [block.splitlines() for block in markdown(found, costs).split("\n\n") if block.startswith("|")]
    assert [len(table) for table in tables] == [3, 4]
    for table in tables:
        assert len({line.count("|") for line in table}) == 1
    # Instructions over ours, and a kilobyte of the cache.
    assert [row.split(" | ")[5:7] for row in tables[1][2:]] == [["1.00", "500.00"], ["5.00", "2500.00"]]
