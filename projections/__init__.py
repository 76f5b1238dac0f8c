"""What people read: kept ready from the events, may be dropped and rebuilt at any time."""
