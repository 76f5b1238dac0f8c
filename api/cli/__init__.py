"""The command line: translates, decides nothing. Heavy imports wait until a command needs them, so that every command starts at once."""
