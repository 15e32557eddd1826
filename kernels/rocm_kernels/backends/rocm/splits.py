"""How many parts a context is cut into, from what is known before any length is: the grid may depend on maxima only."""

from __future__ import annotations

# Memory is busy well before every compute unit has a workgroup; more parts would only be more to merge.
FILL = 0.8
# Rounds that a part has at least where the context is long enough: with one, nothing is loaded while something is computed,
# and what is written and read again for the merge grows to a tenth of the cache.
LEAST_ROUNDS = 2


def choose_splits(workgroups: int, max_tokens: int, tokens_per_round: int, compute_units: int) -> int:
    """Parts of each context: the fewest that keep most of the device busy.

    Args:
        workgroups: of one part (sequences times key/value heads times row blocks).
        max_tokens: most tokens that one query attends to.
        tokens_per_round: tokens that the waves of a workgroup take together at a time.
        compute_units: of the device.
    """
    rounds = max(1, -(-max_tokens // tokens_per_round))
    wanted = max(1, -(-int(FILL * compute_units) // max(1, workgroups)))
    # Whole rounds each, so that no wave of a part waits for another's last chunk.
    return -(-rounds // max(LEAST_ROUNDS, rounds // wanted))
