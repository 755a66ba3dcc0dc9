# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Spoils one operator or number of the package at a time, and looks whether a test notices.

bash .ci/inside.sh python test/reliability/mutants.py --count 100 --seed 1; survivors are printed
with their line. Works on copies: asks once which test runs which line, then for each spoilt line
those tests, the quickest first, each time in a fork of a process that has imported all but the
package. A line that no test runs is a survivor.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime, timezone
import gc
from importlib import import_module
import math
import os
from pathlib import Path
import pickle
import resource
import shutil
import signal
import sys
import tempfile
import time
from typing import NamedTuple

from mutation_map import test_map, TestMap
from mutation_points import drawn, Mutant

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = 'frictioncone_ros'
ROOMS = ('spatial', 'cones', 'constraints', 'contact', 'analysis', 'control', 'session')
FOLDERS = (
    *('laws', 'oracles', 'pipeline', 'control', 'session', 'contact', 'analysis', 'reliability'),
    *(
        'replay',
        'papers',
        'formations',
        'spatial',
        'cones',
        'constraints',
        'scenario',
        'estimation',
    ),
    *('ros', 'cli', 'plotting', 'node_interface', 'test_front_door.py', 'test_tolerances.py'),
)
"""Tests that are asked: all that neither talk over DDS nor run a simulator."""
LEFT_OUT = (
    '.git',
    '.venv',
    '.*_cache',
    '.hypothesis',
    'build',
    'install',
    'log',
    '_build',
    '*.egg-info',
)
"""What of the project is not copied."""
TESTS_TIME = 60.0
"""So many seconds of tests are asked about one mutant at most, the quickest first [s]."""
SPARE, PATIENCE = 20.0, 3600.0
"""Processor time beyond three times what the tests need, and real time: what takes longer never
ends, and that is noticed [s]."""
ENDLESS = (-signal.SIGXCPU, -signal.SIGKILL)
"""What a process ends with that has no processor time left."""
LIBRARIES = ('hypothesis.extra.numpy', 'pytest', 'scipy.optimize', 'scipy.spatial', 'yaml')
NOTICED, SURVIVED, TOO_LONG, NOT_RUN = 'noticed', 'survived', 'never ends', 'no test'


class Verdict(NamedTuple):
    """What became of a mutant: one of the four words, and the number of tests asked."""

    word: str
    tests: int


class _Chosen:
    """Plugin of pytest that leaves the chosen tests only, in their order."""

    def __init__(self, tests: Sequence[str]) -> None:
        self.order = {test: number for number, test in enumerate(tests)}

    def pytest_collection_modifyitems(self, items: list) -> None:  # type: ignore[type-arg]
        items[:] = [item for item in items if item.nodeid in self.order]
        items.sort(key=lambda item: self.order[item.nodeid])


def _import_all_but_the_package() -> None:
    """Load what every run needs, once for all forks."""
    for name in LIBRARIES:
        import_module(name)
    gc.freeze()


def _tests_fail(copy: Path, tests: Sequence[str]) -> bool:
    """Run some tests with the package of a copy, in this process; tell whether one fails."""
    import pytest

    os.chdir(copy)
    sys.path[:0] = [str(copy)]
    # What tests start is to import the copy too, not the tree it was made from.
    given = os.environ.get('PYTHONPATH')
    os.environ['PYTHONPATH'] = os.pathsep.join([str(copy), *([given] if given else [])])
    sys.dont_write_bytecode = False
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    options = ['-q', '-x', '--tb=no', '-p', 'no:cacheprovider', '-p', 'no:xdist', '-m', 'not ros']
    files = sorted({test.split('::')[0] for test in tests})
    return int(pytest.main([*options, *files], plugins=[_Chosen(tests)])) != 0


def _asked(copy: Path, tests: Sequence[str], seconds: float) -> str:
    """Run some tests in a fork that has so much processor time [s]; return what became of it."""
    child = os.fork()
    if child == 0:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds)))
        code = 1
        try:
            code = int(_tests_fail(copy, tests))
        finally:
            os._exit(code)
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            code = os.waitstatus_to_exitcode(status)
            return SURVIVED if code == 0 else TOO_LONG if code in ENDLESS else NOTICED
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return TOO_LONG


def verdict(copy: Path, mutant: Mutant, tests: TestMap) -> Verdict:
    """Spoil a copy, ask the tests of the place, mend the copy."""
    asked, total = [], 0.0
    for test in tests.of(mutant.file, mutant.line, mutant.function):
        total += tests.seconds.get(test, 0.0)
        if asked and total > TESTS_TIME:
            break
        asked.append(test)
    if not asked:
        return Verdict(NOT_RUN, 0)
    place = copy / mutant.file
    whole = place.read_bytes()
    place.write_text(mutant.text, encoding='utf-8')
    # Two texts of one length within a second have one bytecode.
    shutil.rmtree(place.parent / '__pycache__', ignore_errors=True)
    try:
        few = asked[:: max(1, len(asked) // 12)][:12]
        word = SURVIVED
        for group in (few, asked):
            need = sum(tests.seconds.get(test, 0.0) for test in group)
            word = _asked(copy, group, 3.0 * need + SPARE)
            if word != SURVIVED:
                break
        return Verdict(word, len(asked))
    finally:
        place.write_bytes(whole)
        shutil.rmtree(place.parent / '__pycache__', ignore_errors=True)


def _name(mutant: Mutant) -> str:
    return f'{mutant.file}:{mutant.line}: {mutant.what}'


def _every_nth(
    copy: Path, mutants: Sequence[Mutant], tests: TestMap, first: int, step: int
) -> Iterator[tuple[Mutant, Verdict]]:
    for mutant in mutants[first::step]:
        yield mutant, verdict(copy, mutant, tests)


def _worker(
    copy: Path, mutants: Sequence[Mutant], tests: TestMap, first: int, step: int
) -> tuple[int, int]:
    """Judge every so-many-th mutant in a process of its own; return it, and where it answers."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        # Ctrl-C goes to all processes of a terminal; only the first is to answer it.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        os.close(reading)
        with os.fdopen(writing, 'wb') as answers:
            for answer in _every_nth(copy, mutants, tests, first, step):
                pickle.dump(answer, answers)
                answers.flush()
        os._exit(0)
    os.close(writing)
    return child, reading


def _report(answers: Sequence[tuple[Mutant, Verdict]], seed: int) -> None:
    """Print a table by rooms."""
    tried = Counter(mutant.file.split('/')[1] for mutant, _ in answers)
    noticed = Counter(
        mutant.file.split('/')[1]
        for mutant, judged in answers
        if judged.word in (NOTICED, TOO_LONG)
    )
    for room in ROOMS:
        if tried[room]:
            print(f'{room:12} {noticed[room]:4} of {tried[room]:4} noticed')
    total, count = noticed.total(), tried.total()
    share = total / max(count, 1)
    apart = 1.96 * math.sqrt(share * (1.0 - share) / max(count, 1))
    print(f'seed {seed}: {total} of {count} noticed, {100 * share:.1f} % +- {100 * apart:.1f}')


def main(arguments: Sequence[str] | None = None) -> int:
    """Try as many as asked, print the survivors and a table."""
    today = int(datetime.now(timezone.utc).strftime('%Y%m%d'))
    parser = ArgumentParser(description=(__doc__ or '').strip().splitlines()[0])
    parser.add_argument('--count', type=int, default=1500)
    parser.add_argument('--seed', type=int, default=today, help='default: the date')
    parser.add_argument('--workers', type=int, default=2)
    parser.add_argument('--rooms', nargs='+', default=ROOMS, choices=ROOMS)
    parser.add_argument(
        '--map', type=Path, help='keep the map of tests here, or read it from here'
    )
    parser.add_argument('--only', type=Path, help='of these, those that an earlier run printed')
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        copies = [Path(folder) / f'copy{number}' for number in range(options.workers)]
        for copy in copies:
            shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*LEFT_OUT))
        folders = [f'test/{name}' for name in FOLDERS if (ROOT / 'test' / name).exists()]
        if options.map is not None and options.map.exists():
            tests: TestMap | None = TestMap(*pickle.loads(options.map.read_bytes()))
        else:
            tests = test_map(copies[0], PACKAGE, folders)
        if tests is None:
            print('the tests fail before anything is spoilt')
            return 1
        if options.map is not None:
            options.map.write_bytes(pickle.dumps(tuple(tests)))
        os.chdir(copies[0])
        chosen = list(drawn(Path(PACKAGE), tuple(options.rooms), options.count, options.seed))
        if options.only is not None:
            lines = options.only.read_text(encoding='utf-8').splitlines()
            chosen = [mutant for mutant in chosen if any(_name(mutant) in line for line in lines)]
        _import_all_but_the_package()
        workers = [
            _worker(copy, chosen, tests, number, options.workers)
            for number, copy in enumerate(copies)
        ]
        answers: list[tuple[Mutant, Verdict]] = []
        try:
            for answer in _read([reading for _, reading in workers]):
                answers.append(answer)
        except KeyboardInterrupt:
            done = f'{len(answers)} of {len(chosen)} mutants, drawn at random'
            print(f'interrupted: {done}, were judged')
            for child, _ in workers:
                os.kill(child, signal.SIGKILL)
        _report(answers, options.seed)
        return 0 if len(answers) == len(chosen) else 130


def _read(pipes: Sequence[int]) -> Iterator[tuple[Mutant, Verdict]]:
    """Yield the answers of the workers as they come, and print the survivors."""
    import selectors

    ready = selectors.DefaultSelector()
    for pipe in pipes:
        ready.register(os.fdopen(pipe, 'rb', buffering=0), selectors.EVENT_READ)
    while ready.get_map():
        for key, _ in ready.select():
            try:
                mutant, judged = pickle.load(key.fileobj)
            except EOFError:
                ready.unregister(key.fileobj)
                continue
            if judged.word in (SURVIVED, NOT_RUN):
                print(f'{judged.word}: {_name(mutant)} ({judged.tests} tests)', flush=True)
            yield mutant, judged


if __name__ == '__main__':
    sys.exit(main())
