"""Headers that HIP sources may include; a package only so that they are installed with it."""
