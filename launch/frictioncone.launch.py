# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Start the filter node; its end ends the launch unless use_respawn is set."""

from launch.actions import DeclareLaunchArgument, EmitEvent, RegisterEventHandler
from launch.conditions import UnlessCondition
from launch.event_handlers import OnProcessExit
from launch.events import Shutdown
from launch.substitutions import LaunchConfiguration, PathJoinSubstitution
from launch_ros.actions import LifecycleNode
from launch_ros.parameter_descriptions import ParameterValue
from launch_ros.substitutions import FindPackageShare

from launch import LaunchDescription

DEFAULT_PARAMETERS = PathJoinSubstitution(
    [FindPackageShare('frictioncone_ros'), 'config', 'frictioncone.yaml']
)
ARGUMENTS = {
    'namespace': ('', 'namespace of the node and its topics'),
    'use_sim_time': ('false', 'take the time from /clock'),
    'params_file': (DEFAULT_PARAMETERS, 'parameters in ROS 2 YAML form'),
    'log_level': ('info', 'debug, info, warn, error or fatal'),
    'autostart': ('true', 'configure and activate without a lifecycle manager'),
    'use_respawn': ('false', 'start the node again where it ends by itself'),
}


def generate_launch_description() -> LaunchDescription:
    """Return the node with the usual arguments."""
    node = LifecycleNode(
        package='frictioncone_ros',
        executable='frictioncone_node',
        name='frictioncone',
        namespace=LaunchConfiguration('namespace'),
        output='screen',
        parameters=[
            LaunchConfiguration('params_file'),
            {
                name: ParameterValue(LaunchConfiguration(name), value_type=bool)
                for name in ('use_sim_time', 'autostart')
            },
        ],
        arguments=['--ros-args', '--log-level', LaunchConfiguration('log_level')],
        respawn=LaunchConfiguration('use_respawn'),
        respawn_delay=1.0,
    )
    shutdown = EmitEvent(event=Shutdown(reason='the filter node ended'))
    end_with_the_node = RegisterEventHandler(
        OnProcessExit(target_action=node, on_exit=[shutdown]),
        condition=UnlessCondition(LaunchConfiguration('use_respawn')),
    )
    declared = [
        DeclareLaunchArgument(name, default_value=default, description=description)
        for name, (default, description) in ARGUMENTS.items()
    ]
    return LaunchDescription([*declared, node, end_with_the_node])
