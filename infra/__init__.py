"""The machinery: whatever can fail for reasons that no rule knows (sockets, disks, clocks, dice, keys)."""
