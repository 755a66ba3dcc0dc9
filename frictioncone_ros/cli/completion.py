# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""`frictioncone completion`: a script that completes verbs, options, scenes and files."""

from __future__ import annotations

import argparse

from frictioncone_ros.cli.main import command_parser, COMMANDS
from frictioncone_ros.scenario import scenario_names

EXAMPLE = 'frictioncone completion bash > frictioncone.bash  # then: source it'
SCRIPT = """\
_frictioncone() {
    local word=${COMP_WORDS[COMP_CWORD]} verb=${COMP_WORDS[1]} options
    if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W "VERBS --help --version" -- "$word"))
        return
    fi
    case $verb in
CASES
    esac
    COMPREPLY=($(compgen -W "$options" -- "$word") $(compgen -f -- "$word"))
}
complete -o filenames -F _frictioncone frictioncone
"""
ZSH = 'autoload -U +X bashcompinit && bashcompinit\n'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the shell."""
    parser.add_argument('shell', choices=('bash', 'zsh'), help='which shell is to complete')


def run(arguments: argparse.Namespace) -> int:
    """Print the script; 0."""
    print((ZSH if arguments.shell == 'zsh' else '') + script(), end='')
    return 0


def script() -> str:
    """Return the script for bash, which zsh reads too."""
    cases = '\n'.join(f'        {verb}) options="{" ".join(words(verb))}" ;;' for verb in COMMANDS)
    return SCRIPT.replace('VERBS', ' '.join(COMMANDS)).replace('CASES', cases)


def words(verb: str) -> list[str]:
    """Return what may follow a verb: its options, its choices, and shipped scenes."""
    parser = command_parser(verb)[1][verb]
    found: list[str] = []
    for action in parser._actions:  # argparse offers no other way to list them
        found += action.option_strings
        if not action.option_strings and action.choices:
            found += [str(choice) for choice in action.choices]
        if not action.option_strings and action.dest in {'scene', 'what'}:
            found += scenario_names()
    return found
