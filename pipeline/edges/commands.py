"""The commands that advice names, with the options that make them act on the same topics.

Only words; nothing is run.
"""

from collections.abc import Iterable

from pipeline.settings import Settings

DEFAULTS = Settings()


def apply_command(settings: Settings) -> str:
    """Return the advice that creates these settings' topics."""
    named = options(settings, ("bootstrap", "prefix", "homes", "band_partitions"), only_changed=False)
    more = options(settings, ("replication",), only_changed=True)
    return f"Run `firstprint topics apply {' '.join([*named, *more])}`."


def worker_command(settings: Settings) -> str:
    """Return the command that starts a worker on these settings' topics."""
    return command("worker", settings, "homes", "band_partitions")


def command(words: str, settings: Settings, *more: str) -> str:
    """Return a command line with what tells these settings' cluster and namespace from the default ones."""
    names = ("bootstrap", "prefix", "app_id", *more)
    return " ".join((f"firstprint {words}", *options(settings, names, only_changed=True)))


def options(settings: Settings, names: Iterable[str], *, only_changed: bool) -> list[str]:
    """Return settings as options of the command line; without the default ones where `only_changed`."""
    found = []
    for name in names:
        value = getattr(settings, name)
        if value == "" or (only_changed and value == getattr(DEFAULTS, name)):
            continue
        option = f"-s {name}={value}" if name == "app_id" else f"--{name.replace('_', '-')} {value}"
        found.append(option)
    return found
