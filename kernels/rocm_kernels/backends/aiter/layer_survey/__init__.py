"""Where AITER's code objects of products and experts are right: the survey of paged attention, for the other ops."""
