"""What went wrong, in words for the person at the keyboard."""


class Problem(Exception):  # noqa: N818  it is told to a user, not raised at a programmer
    """Something that the user can put right. Its text says what happened and what to do."""
