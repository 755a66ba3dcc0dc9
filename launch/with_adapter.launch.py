# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The filter node and one adapter or contact source, whose contacts it listens to."""

from launch.actions import (
    DeclareLaunchArgument,
    EmitEvent,
    IncludeLaunchDescription,
    OpaqueFunction,
    RegisterEventHandler,
)
from launch.event_handlers import OnProcessExit
from launch.events import Shutdown
from launch.launch_description_sources import PythonLaunchDescriptionSource
from launch.substitutions import LaunchConfiguration, PathJoinSubstitution
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue
from launch_ros.substitutions import FindPackageShare

from launch import LaunchContext, LaunchDescription

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
# The parameter that an argument of the same name sets, of the one source that has it.
FILE_OF = {'static_contacts': 'contacts_file', 'geometry_contacts': 'scene_file'}
PASSED_ON = ('namespace', 'use_sim_time', 'params_file', 'log_level')
ARGUMENTS = {
    'namespace': ('', 'namespace of both nodes and their topics'),
    'use_sim_time': ('false', 'take the time from /clock'),
    'params_file': (DEFAULT_PARAMETERS, 'parameters of the filter node'),
    'adapter_params_file': (NO_PARAMETERS, 'parameters of the adapter'),
    'adapter_input': ('gazebo/contacts', 'topic the adapter listens to'),
    'contacts_file': ('', 'contacts of static_contacts; empty: as in adapter_params_file'),
    'known_contacts': (
        'geometry_contacts/contacts',
        'contacts whose forces wrench_contacts tells',
    ),
    'scene_file': (
        '',
        'tool and surroundings of geometry_contacts; empty: as in adapter_params_file',
    ),
    'log_level': ('info', 'debug, info, warn, error or fatal'),
}


def start_adapter(context: LaunchContext) -> list[Node | RegisterEventHandler]:
    """Return the adapter, with its file where one is given; its end ends the launch."""
    given = {
        'use_sim_time': ParameterValue(LaunchConfiguration('use_sim_time'), value_type=bool),
    }
    # No default of ours: it would stand over the one in adapter_params_file.
    name = FILE_OF.get(context.launch_configurations['adapter'], '')
    if name and context.launch_configurations[name]:
        given[name] = ParameterValue(LaunchConfiguration(name), value_type=str)
    adapter = Node(
        package='frictioncone_ros',
        executable=LaunchConfiguration('adapter'),
        namespace=LaunchConfiguration('namespace'),
        output='screen',
        parameters=[LaunchConfiguration('adapter_params_file'), given],
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
    end_with_the_adapter = RegisterEventHandler(
        OnProcessExit(
            target_action=adapter,
            on_exit=[EmitEvent(event=Shutdown(reason='the contact adapter ended'))],
        )
    )
    return [adapter, end_with_the_adapter]


def generate_launch_description() -> LaunchDescription:
    """Return both nodes; the end of either ends the launch."""
    node = IncludeLaunchDescription(
        PythonLaunchDescriptionSource(
            PathJoinSubstitution([SHARE, 'launch', 'frictioncone.launch.py'])
        ),
        launch_arguments={name: LaunchConfiguration(name) for name in PASSED_ON}.items(),
    )
    declared = [
        DeclareLaunchArgument('adapter', choices=ADAPTERS, description='which source to start')
    ]
    declared += [
        DeclareLaunchArgument(name, default_value=default, description=description)
        for name, (default, description) in ARGUMENTS.items()
    ]
    return LaunchDescription([*declared, OpaqueFunction(function=start_adapter), node])
