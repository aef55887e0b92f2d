"""Migrations of the database schema, one file each in `versions`.

To add one, copy the last file, use the next number and set `down_revision` to the previous one. A test
compares the result of all migrations with `schema.py`.
"""
