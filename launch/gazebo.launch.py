# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Gazebo Sim (Harmonic) with a world, its bridge, the contact adapter, the filter, a commander."""

from launch.actions import (
    DeclareLaunchArgument,
    IncludeLaunchDescription,
    SetEnvironmentVariable,
)
from launch.conditions import IfCondition
from launch.launch_description_sources import PythonLaunchDescriptionSource
from launch.substitutions import LaunchConfiguration, PathJoinSubstitution
from launch_ros.actions import Node
from launch_ros.substitutions import FindPackageShare

from launch import LaunchDescription

SHARE = FindPackageShare('frictioncone_ros')
ARGUMENTS = {
    'world': ('block_pyramid.sdf', 'file in worlds/ to load; Gazebo Sim has pyramid friction'),
    'gz_args': ('-r -s', 'further arguments of gz sim; -r runs at once, -s shows no window'),
    'bridge_file': (
        PathJoinSubstitution([SHARE, 'config', 'gazebo_bridge.yaml']),
        'topics that ros_gz_bridge carries',
    ),
    'namespace': ('', 'namespace of filter, adapter and commander'),
    'friction_set': ('cone', 'friction of the world for the adapter: cone or pyramid'),
    'commander': ('true', 'push the block through the filter; false: command it yourself'),
    'params_file': (
        PathJoinSubstitution([SHARE, 'config', 'frictioncone.yaml']),
        'parameters of the filter node',
    ),
    'log_level': ('info', 'debug, info, warn, error or fatal'),
}


def generate_launch_description() -> LaunchDescription:
    """Return all of them; the worlds hold no plugins, the settings do."""
    systems = SetEnvironmentVariable(
        'GZ_SIM_SERVER_CONFIG_PATH',
        PathJoinSubstitution([SHARE, 'config', 'gazebo_server.config']),
    )
    world = PathJoinSubstitution([SHARE, 'worlds', LaunchConfiguration('world')])
    simulator = IncludeLaunchDescription(
        PythonLaunchDescriptionSource(
            PathJoinSubstitution([FindPackageShare('ros_gz_sim'), 'launch', 'gz_sim.launch.py'])
        ),
        launch_arguments={
            'gz_args': [LaunchConfiguration('gz_args'), ' ', world],
            'on_exit_shutdown': 'true',
        }.items(),
    )
    bridge = Node(
        package='ros_gz_bridge',
        executable='parameter_bridge',
        output='screen',
        parameters=[{'config_file': LaunchConfiguration('bridge_file'), 'use_sim_time': True}],
    )
    node = IncludeLaunchDescription(
        PythonLaunchDescriptionSource(
            PathJoinSubstitution([SHARE, 'launch', 'frictioncone.launch.py'])
        ),
        launch_arguments={
            'use_sim_time': 'true',
            'namespace': LaunchConfiguration('namespace'),
            'params_file': LaunchConfiguration('params_file'),
            'log_level': LaunchConfiguration('log_level'),
        }.items(),
    )
    usual = {'namespace': LaunchConfiguration('namespace'), 'output': 'screen'}
    adapter = Node(
        package='frictioncone_ros',
        executable='gazebo_sim_contacts',
        parameters=[
            {
                'body': 'block',
                'friction_set': LaunchConfiguration('friction_set'),
                'use_sim_time': True,
            }
        ],
        remappings=[
            ('~/contacts', 'frictioncone/contacts'),
            ('~/gazebo_contacts', '/gazebo/contacts'),
        ],
        **usual,
    )
    commander = Node(
        package='frictioncone_ros',
        executable='gazebo_commander',
        parameters=[{'use_sim_time': True}],
        remappings=[
            ('~/command', 'frictioncone/command'),
            ('~/filtered_command', 'frictioncone/filtered_command'),
            ('~/wrench', '/gazebo/wrench'),
        ],
        condition=IfCondition(LaunchConfiguration('commander')),
        **usual,
    )
    declared = [
        DeclareLaunchArgument(name, default_value=default, description=description)
        for name, (default, description) in ARGUMENTS.items()
    ]
    return LaunchDescription([*declared, systems, simulator, bridge, node, adapter, commander])
