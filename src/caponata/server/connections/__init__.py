"""Connections: the sockets of a table's viewers, and the messages they send and receive."""
