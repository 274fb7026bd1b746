"""The widgets: what a notebook shows beyond still pictures."""
