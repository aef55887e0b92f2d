"""Adapters: the games as other projects' tools know games. Each needs an extra, and is imported by name."""
