"""The tests, as a package: exact and pychoco install another one of this name, which would come first."""
