"""The rules kernel: what a game is, how it is played at a table, recorded and checked."""
