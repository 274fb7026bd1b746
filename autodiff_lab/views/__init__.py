"""Pictures and texts that are read off the story of a computation."""
