"""What a figure was measured on, in one line.

Measures nothing.
"""

import os
import platform
import re
from datetime import UTC, datetime
from pathlib import Path


def machine() -> str:
    """Say when and on what it ran."""
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        models = re.findall(r"^model name\s*: (.+)$", info.read_text(), re.MULTILINE)
        cpu = models[0] if models else cpu
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 30
    when = datetime.now(UTC).date().isoformat()
    software = f"Python {platform.python_version()}, Apache Kafka on the same machine"
    return f"{when}, {os.cpu_count()} cores ({cpu}), {memory} GiB, {software}."
