"""Adapters to other projects' interfaces. Each needs an extra and is imported by name."""
