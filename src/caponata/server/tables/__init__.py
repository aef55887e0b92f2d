"""Tables: what may happen at a table, what happened, and where it is stored."""
