"""Firstprint: finds exact and near duplicates in a firehose of documents while they arrive."""
