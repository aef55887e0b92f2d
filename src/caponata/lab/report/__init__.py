"""Reports: what a study found, as one HTML file that needs nothing else."""
