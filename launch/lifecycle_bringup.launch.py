# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The filter node brought up by launch: configured, then activated, by lifecycle events."""

from launch.actions import DeclareLaunchArgument, EmitEvent, RegisterEventHandler
from launch.event_handlers import OnProcessExit
from launch.events import matches_action, Shutdown
from launch.substitutions import LaunchConfiguration, PathJoinSubstitution
from launch_ros.actions import LifecycleNode
from launch_ros.event_handlers import OnStateTransition
from launch_ros.events.lifecycle import ChangeState
from launch_ros.parameter_descriptions import ParameterValue
from launch_ros.substitutions import FindPackageShare
from lifecycle_msgs.msg import Transition

from launch import LaunchDescription

ARGUMENTS = {
    'namespace': ('', 'namespace of the node and its topics'),
    'use_sim_time': ('false', 'take the time from /clock'),
    'params_file': (
        PathJoinSubstitution(
            [FindPackageShare('frictioncone_ros'), 'config', 'frictioncone.yaml']
        ),
        'parameters in ROS 2 YAML form',
    ),
    'log_level': ('info', 'debug, info, warn, error or fatal'),
}


def generate_launch_description() -> LaunchDescription:
    """Return the node and the two events; where configuring fails, launch ends."""
    node = LifecycleNode(
        package='frictioncone_ros',
        executable='frictioncone_node',
        name='frictioncone',
        namespace=LaunchConfiguration('namespace'),
        output='screen',
        parameters=[
            LaunchConfiguration('params_file'),
            {
                'autostart': False,
                'use_sim_time': ParameterValue(
                    LaunchConfiguration('use_sim_time'), value_type=bool
                ),
            },
        ],
        arguments=['--ros-args', '--log-level', LaunchConfiguration('log_level')],
    )

    def change(transition: int) -> EmitEvent:
        return EmitEvent(
            event=ChangeState(
                lifecycle_node_matcher=matches_action(node), transition_id=transition
            )
        )

    activate_when_configured = RegisterEventHandler(
        OnStateTransition(
            target_lifecycle_node=node,
            start_state='configuring',
            goal_state='inactive',
            entities=[change(Transition.TRANSITION_ACTIVATE)],
        )
    )
    end_when_refused = RegisterEventHandler(
        OnStateTransition(
            target_lifecycle_node=node,
            start_state='configuring',
            goal_state='unconfigured',
            entities=[EmitEvent(event=Shutdown(reason='the filter node could not be configured'))],
        )
    )
    end_with_the_node = RegisterEventHandler(
        OnProcessExit(
            target_action=node, on_exit=[EmitEvent(event=Shutdown(reason='the filter node ended'))]
        )
    )
    declared = [
        DeclareLaunchArgument(name, default_value=default, description=description)
        for name, (default, description) in ARGUMENTS.items()
    ]
    return LaunchDescription(
        [
            *declared,
            activate_when_configured,
            end_when_refused,
            end_with_the_node,
            node,
            change(Transition.TRANSITION_CONFIGURE),
        ]
    )
