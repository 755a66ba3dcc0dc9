# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The filter node and one adapter or contact source, whose contacts it listens to."""

from launch.actions import (
    DeclareLaunchArgument,
    EmitEvent,
    IncludeLaunchDescription,
    RegisterEventHandler,
)
from launch.event_handlers import OnProcessExit
from launch.events import Shutdown
from launch.launch_description_sources import PythonLaunchDescriptionSource
from launch.substitutions import LaunchConfiguration, PathJoinSubstitution
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue
from launch_ros.substitutions import FindPackageShare

from launch import LaunchDescription

SHARE = FindPackageShare('frictioncone_ros')
DEFAULT_PARAMETERS = PathJoinSubstitution([SHARE, 'config', 'frictioncone.yaml'])
# Not the filter's: both have a parameter `margin`, one in newtons and one in metres.
NO_PARAMETERS = PathJoinSubstitution([SHARE, 'config', 'no_parameters.yaml'])
ADAPTERS = [
    'formation_contacts',
    'gazebo_classic_contacts',
    'gazebo_sim_contacts',
    'geometry_contacts',
    'moveit_contacts',
    'mujoco_contacts',
    'static_contacts',
    'whole_body_contacts',
    'wrench_contacts',
]
DEFAULT_CONTACTS = PathJoinSubstitution([SHARE, 'config', 'contacts', 'tool_on_table.yaml'])
DEFAULT_SCENE = PathJoinSubstitution([SHARE, 'config', 'contacts', 'scene.yaml'])
FILES = ('contacts_file', 'scene_file')
PASSED_ON = ('namespace', 'use_sim_time', 'params_file', 'log_level')
ARGUMENTS = {
    'namespace': ('', 'namespace of both nodes and their topics'),
    'use_sim_time': ('false', 'take the time from /clock'),
    'params_file': (DEFAULT_PARAMETERS, 'parameters of the filter node'),
    'adapter_params_file': (NO_PARAMETERS, 'parameters of the adapter'),
    'adapter_input': ('gazebo/contacts', 'topic the adapter listens to'),
    'contacts_file': (DEFAULT_CONTACTS, 'contacts that static_contacts publishes'),
    'known_contacts': (
        'geometry_contacts/contacts',
        'contacts whose forces wrench_contacts tells',
    ),
    'scene_file': (DEFAULT_SCENE, 'tool and surroundings that geometry_contacts compares'),
    'log_level': ('info', 'debug, info, warn, error or fatal'),
}


def generate_launch_description() -> LaunchDescription:
    """Return both nodes; the end of either ends the launch."""
    adapter = Node(
        package='frictioncone_ros',
        executable=LaunchConfiguration('adapter'),
        namespace=LaunchConfiguration('namespace'),
        output='screen',
        parameters=[
            LaunchConfiguration('adapter_params_file'),
            {
                'use_sim_time': ParameterValue(
                    LaunchConfiguration('use_sim_time'), value_type=bool
                ),
                **{
                    name: ParameterValue(LaunchConfiguration(name), value_type=str)
                    for name in FILES
                },
            },
        ],
        remappings=[
            ('~/contacts', 'frictioncone/contacts'),
            ('~/gazebo_contacts', LaunchConfiguration('adapter_input')),
            ('~/stated_contacts', LaunchConfiguration('adapter_input')),
            ('~/check_state_validity', LaunchConfiguration('adapter_input')),
            ('~/wrench', LaunchConfiguration('adapter_input')),
            ('~/known_contacts', LaunchConfiguration('known_contacts')),
            ('~/manipulator_poses', LaunchConfiguration('adapter_input')),
        ],
    )
    node = IncludeLaunchDescription(
        PythonLaunchDescriptionSource(
            PathJoinSubstitution([SHARE, 'launch', 'frictioncone.launch.py'])
        ),
        launch_arguments={name: LaunchConfiguration(name) for name in PASSED_ON}.items(),
    )
    end_with_the_adapter = RegisterEventHandler(
        OnProcessExit(
            target_action=adapter,
            on_exit=[EmitEvent(event=Shutdown(reason='the contact adapter ended'))],
        )
    )
    declared = [
        DeclareLaunchArgument('adapter', choices=ADAPTERS, description='which source to start')
    ]
    declared += [
        DeclareLaunchArgument(name, default_value=default, description=description)
        for name, (default, description) in ARGUMENTS.items()
    ]
    return LaunchDescription([*declared, adapter, node, end_with_the_adapter])
