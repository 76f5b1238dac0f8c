"""The rulebook: pure. A file is grammar that every game speaks, a folder is one game."""
