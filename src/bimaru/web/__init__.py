"""The web page and the JSON API beneath it, for `bimaru serve`."""
