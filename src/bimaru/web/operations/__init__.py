"""The operations of the API, each from a request to an answer, by what they need."""
