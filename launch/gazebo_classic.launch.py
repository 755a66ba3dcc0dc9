# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Gazebo 11 (classic) with the block, stepped by this package, and the filter node."""

from launch.actions import DeclareLaunchArgument, EmitEvent, IncludeLaunchDescription
from launch.events import Shutdown
from launch.launch_description_sources import PythonLaunchDescriptionSource
from launch.substitutions import LaunchConfiguration, PathJoinSubstitution
from launch_ros.actions import Node
from launch_ros.substitutions import FindPackageShare

from launch import LaunchDescription

SHARE = FindPackageShare('frictioncone_ros')
ARGUMENTS = {
    'friction': ('cone', 'friction of the world: cone or pyramid'),
    'gazebo_root': ('', 'folder with Debian and Gazebo in it; empty: gzserver on the PATH'),
    'namespace': ('', 'namespace of the filter node'),
    'params_file': (
        PathJoinSubstitution([SHARE, 'config', 'frictioncone.yaml']),
        'parameters of the filter node',
    ),
}


def generate_launch_description() -> LaunchDescription:
    """
    Return the filter node and the process that starts gzserver and steps it.

    ROS 2 Jazzy has no gazebo_ros for Gazebo 11; its transport is spoken directly.
    """
    node = IncludeLaunchDescription(
        PythonLaunchDescriptionSource(
            PathJoinSubstitution([SHARE, 'launch', 'frictioncone.launch.py'])
        ),
        launch_arguments={
            'namespace': LaunchConfiguration('namespace'),
            'params_file': LaunchConfiguration('params_file'),
        }.items(),
    )
    # Jazzy's PathJoinSubstitution takes no lists inside; this list is joined as it stands.
    world = [SHARE, '/worlds/block_', LaunchConfiguration('friction'), '.sdf']
    block = Node(
        package='frictioncone_ros',
        executable='frictioncone_gazebo_block',
        output='screen',
        namespace=LaunchConfiguration('namespace'),
        arguments=['--world', world, '--root', LaunchConfiguration('gazebo_root')],
        on_exit=[EmitEvent(event=Shutdown(reason='the simulated block ended'))],
    )
    declared = [
        DeclareLaunchArgument(name, default_value=default, description=description)
        for name, (default, description) in ARGUMENTS.items()
    ]
    return LaunchDescription([*declared, node, block])
