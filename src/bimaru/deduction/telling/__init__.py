"""Telling: arguments as steps, with what they name and their sentences."""
