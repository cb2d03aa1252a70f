"""What outlives a message: the documents of a home and the postings of a band partition."""
