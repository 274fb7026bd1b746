"""``python -m autodiff_lab`` is the command ``autodiff-lab``, also where that is not on the PATH."""

import sys

from autodiff_lab.cli import main

if __name__ == "__main__":
    sys.exit(main())
