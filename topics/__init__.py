"""The topics as data, one file for each noun, and what brings a cluster in line with them.

Imports nothing of `pipeline`: whoever only administers a cluster, or only reads verdicts, needs this package alone.
"""
