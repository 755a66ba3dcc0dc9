# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""bash completes verbs, options, scenes and files by the script that the command line prints."""

import shutil
import subprocess

import pytest

from frictioncone_ros.cli.main import COMMANDS, main

BASH = shutil.which('bash')


def completed(script, line, folder):
    words = line.split(' ')
    code = (
        f'{script}\nCOMP_WORDS=({line} )\nCOMP_CWORD={len(words) - 1}\n'
        '_frictioncone\nprintf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        [BASH, '-c', code], cwd=folder, capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


@pytest.mark.skipif(BASH is None, reason='bash is not installed')
def test_bash_completes(capsys, tmp_path):
    assert main(['completion', 'bash']) == 0
    script = capsys.readouterr().out
    (tmp_path / 'mine.yaml').touch()
    assert completed(script, 'frictioncone ch', tmp_path) == {'check', 'choose'}
    assert completed(script, 'frictioncone ', tmp_path) >= set(COMMANDS)
    assert completed(script, 'frictioncone check box', tmp_path) == {'box_on_table'}
    assert completed(script, 'frictioncone check mi', tmp_path) == {'mine.yaml'}
    assert completed(script, 'frictioncone sweep ladder --v', tmp_path) == {'--vary'}
    assert completed(script, 'frictioncone completion z', tmp_path) == {'zsh'}


def test_zsh_reads_the_same_script(capsys):
    main(['completion', 'bash'])
    bash = capsys.readouterr().out
    main(['completion', 'zsh'])
    zsh = capsys.readouterr().out
    assert zsh.endswith(bash)
    assert zsh.startswith('autoload')
