"""Run a command and say what it took: ``python measured.py FILE COMMAND ...``.

The peak memory of a process is at least what its parent had when it was started; that is little
here, and much in a benchmark that has a browser.
"""

import json
import os
import subprocess
import sys
from pathlib import Path


def main(file: str, *command: str) -> None:
    """Write the status, seconds of processor time and the peak in KiB as JSON."""
    process = subprocess.Popen(command)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    cpu = usage.ru_utime + usage.ru_stime
    Path(file).write_text(json.dumps([process.returncode, cpu, usage.ru_maxrss]), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
