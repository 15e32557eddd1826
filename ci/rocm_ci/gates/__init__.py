"""Gates over what cells measured besides their own verdict: each gives troubles, each can turn a run red."""
