"""The steps that make and change the database's tables, one file each in `versions`.

A new step is a copy of the last with the next number; it says what changes and names its predecessor in
`down_revision`. A test compares what all of them make with `schema.py`.
"""
