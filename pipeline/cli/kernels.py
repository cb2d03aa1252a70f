"""Compile the kernels before a command needs them, and say what a user would else wonder at.

Knows no command; which kernels there are is the business of `pipeline.kernels.warm`.
"""

import click

from pipeline.kernels.warm import cache_folder, is_compiled, warm
from pipeline.profile import Profile


def say_uncached() -> bool:
    """Say that nothing keeps compiled kernels, and return whether that is so."""
    if cache_folder() is not None:
        return False
    click.echo("firstprint: no folder for compiled kernels is writable, so every start compiles them anew.", err=True)
    return True


def say_compiling() -> None:
    """Say that it will take long, where nothing is compiled yet."""
    if not is_compiled():
        click.echo("compiling kernels, once: some 15 s", err=True)


def make_ready(profile: Profile) -> None:
    """Compile the kernels, and say so where that takes long."""
    say_compiling()
    warm(profile)
