# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Pip's view of the package: the mathematics and the command line, without ROS."""

from pathlib import Path

from setuptools import find_packages, setup

setup(
    name='frictioncone_ros',
    version='0.1.0',
    description='Friction cones, contact modes and projections for force-controlled robots',
    long_description=(Path(__file__).parent / 'README.md').read_text(encoding='utf-8'),
    long_description_content_type='text/markdown',
    license='Apache-2.0',
    license_files=['LICENSE'],
    author='The frictioncone_ros authors',
    python_requires='>=3.10',
    packages=find_packages(include=['frictioncone_ros', 'frictioncone_ros.*']),
    package_data={
        'frictioncone_ros': ['py.typed'],
        'frictioncone_ros.cli': ['*.json'],
        'frictioncone_ros.ros.runtime': ['*.xml'],
        'frictioncone_ros.scenario': ['*.json', 'scenes/*.yaml'],
    },
    # The non-negative least squares of SciPy 1.12 to 1.15 now and then ends before the least; what
    # is solved with it is checked and mended, which is slower and less exact.
    install_requires=[
        'numpy>=1.21',
        'scipy>=1.9,!=1.12.*,!=1.13.*,!=1.14.*,!=1.15.*',
        'PyYAML>=5.4',
    ],
    extras_require={
        'geometry': ['coal>=3.0', 'pin>=3.0'],
        'docs': ['furo>=2024.5', 'matplotlib>=3.6', 'myst-parser>=3', 'sphinx>=7.3'],
        'plot': ['matplotlib>=3.6'],
        'sim': ['mujoco>=3.2'],
        # Other solvers to be compared with, imported by benchmarks/ alone, installed one by one by
        # .ci/bench_peers.sh. pycddlib and quadprog are GPL-2, pypoman GPL-3: nothing of ours needs
        # or ships them; the others are permissive.
        'bench': [
            'clarabel>=0.9',
            'coal>=3.0',
            'daqp>=0.5',
            'drake>=1.30',
            'mujoco>=3.2',
            'pin>=3.0',
            'proxsuite>=0.6',
            'pycddlib>=3.0',
            'pypoman>=1.1',
            'quadprog>=0.1.11',
        ],
        'bags': ['rosbags>=0.10'],
        # `frictioncone sweep --scheduler`: the scheduler and workers are Dask's.
        'cluster': ['distributed>=2024.5'],
        'robots': ['coal>=3.0', 'example-robot-data>=4.4', 'mujoco>=3.2', 'pin>=3.0'],
        'view': ['viser>=1.0'],
        'test': [
            'clarabel>=0.9',
            'hypothesis>=6.80',
            'jsonschema>=4.17',
            'matplotlib>=3.6',
            'pytest>=7.4',
            'pytest-rerunfailures>=16.2',
            'pytest-xdist>=3.3',
        ],
        'lint': [
            'flake8>=6',
            'import-linter>=2.1',
            'mypy>=1.11',
            'pydocstyle>=6.3',
            'pytest>=7.4',
            'ruff>=0.9',
            'scipy-stubs',
            'types-PyYAML',
        ],
    },
    entry_points={
        'console_scripts': [
            'frictioncone = frictioncone_ros.cli.main:main',
            'frictioncone_node = frictioncone_ros.cli.node.run:node_main',
        ],
    },
    zip_safe=False,
)
