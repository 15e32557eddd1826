"""Into how many parts a context is cut, from what is known before any length is: the grid may depend on maxima only."""

from __future__ import annotations

from dataclasses import dataclass

# Memory is busy well before every compute unit has a workgroup; more parts would only be more to merge.
FILL = 0.8
# Rounds that a part has at least where the context is long enough: with one, nothing is loaded while something is computed.
LEAST_ROUNDS = 2
# Bytes read because of the cut (queries and arguments again, results once more for the merge) over bytes of the cache.
MERGE_SHARE = 0.02
# Tokens beyond which a part is cut whatever that costs: many query rows over one key/value head would otherwise leave the
# device empty.
LONGEST_PART = 2048
# What a wave reads of its kernel's arguments.
ARGUMENT_BYTES = 160


@dataclass(frozen=True)
class Part:
    """What a part of a context takes.

    Attributes:
        workgroups: of one part (sequences times key/value heads times row blocks).
        tokens_per_round: tokens that the waves of a workgroup take together at a time.
        token_bytes: key and value of one token of one head.
        query_bytes: queries that meet one key/value head.
        result_bytes: what a part leaves for the merge, of one key/value head.
        most_rounds_at_once: how many times as many waves a workgroup may have where there are few workgroups.
    """

    workgroups: int
    tokens_per_round: int
    token_bytes: int
    query_bytes: int
    result_bytes: int
    most_rounds_at_once: int = 1


@dataclass(frozen=True)
class Split:
    """A cut: parts of each context, and how many times as many waves a workgroup has as it has at least."""

    parts: int
    rounds_at_once: int


_WAVES = 4  # of a workgroup, for the bytes of arguments


def choose_split(part: Part, max_tokens: int, compute_units: int) -> Split:
    """The fewest parts that keep most of the device busy, and no more than merging them is cheap for.

    Args:
        part: what a part takes.
        max_tokens: most tokens that one query attends to.
        compute_units: of the device.
    """
    rounds = max(1, -(-max_tokens // part.tokens_per_round))
    wanted = max(1, -(-int(FILL * compute_units) // max(1, part.workgroups)))
    each = part.query_bytes + part.result_bytes + ARGUMENT_BYTES * _WAVES * part.most_rounds_at_once
    cheap = int((MERGE_SHARE * max_tokens * part.token_bytes + part.query_bytes) / each)
    cheap = max(1, cheap, -(-max_tokens // LONGEST_PART))
    # Whole rounds each, so that no wave of a part waits for another's last chunk.
    parts = -(-rounds // max(LEAST_ROUNDS, rounds // wanted, -(-rounds // cheap)))
    # Where half of the device would be idle, twice as many waves bring as many loads under way from half as many parts.
    idle = 2 * parts * part.workgroups <= compute_units and rounds >= 2 * LEAST_ROUNDS * parts
    return Split(parts, part.most_rounds_at_once if idle else 1)
