"""What runs on this machine, as `ps` tells it; a process that has ended and not been waited for does not count."""

import subprocess
from pathlib import Path


def running() -> dict[int, str]:
    ps = ["/bin/ps", "-axww", "-o", "pid=,stat=,command="]
    listed = subprocess.run(ps, capture_output=True, text=True, check=True)
    found = {}
    for line in listed.stdout.splitlines():
        pid, state, command = line.split(maxsplit=2)
        if not state.startswith("Z"):
            found[int(pid)] = command
    return found


def is_alive(pid: int) -> bool:
    return pid in running()


def commands_in(folder: Path) -> list[str]:
    """Return the commands that name a folder, as all of a demonstration do."""
    return [command for command in running().values() if str(folder) in command]
