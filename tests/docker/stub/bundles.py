"""Offload bundles as clang writes them into host libraries, with a few bytes in place of code."""

MAGIC = b"__CLANG_OFFLOAD_BUNDLE__"


def bundle(targets):
    """An offload bundle as clang writes it: an empty host entry, then one entry for each target."""
    entries = [(b"host-x86_64-unknown-linux-gnu-", b"")]
    entries += [(f"hipv4-amdgcn-amd-amdhsa--{target}".encode(), b"stub " + target.encode()) for target in targets]
    head = len(MAGIC) + 8 + sum(24 + len(name) for name, _ in entries)
    table, payload = b"", b""
    for name, code in entries:
        table += b"".join(number.to_bytes(8, "little") for number in (head + len(payload), len(code), len(name))) + name
        payload += code
    return MAGIC + len(entries).to_bytes(8, "little") + table + payload
