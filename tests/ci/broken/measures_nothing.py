"""What a cell measured is lost on its way."""

from rocm_ci import measurements

measurements.record = lambda *arguments: None  # type: ignore[assignment]
