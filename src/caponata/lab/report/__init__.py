"""Reports: the results of a study as one self-contained HTML file."""
