# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Field numbers of the messages of Gazebo 11's transport that the client speaks."""

from __future__ import annotations

from frictioncone_ros.sim.gazebo.protobuf_wire import Field

TIME = {'sec': Field(1, 'int'), 'nsec': Field(2, 'int')}

PACKET = {'stamp': Field(1, TIME), 'type': Field(2, 'string'), 'data': Field(3, 'bytes')}
"""What travels to and from the master: a named message."""

PUBLISH = {
    'topic': Field(1, 'string'),
    'type': Field(2, 'string'),
    'host': Field(3, 'string'),
    'port': Field(4, 'int'),
}
PUBLISHERS = {'publisher': Field(1, PUBLISH, repeated=True)}

SUBSCRIBE = {
    'topic': Field(1, 'string'),
    'host': Field(2, 'string'),
    'port': Field(3, 'int'),
    'type': Field(4, 'string'),
    'latching': Field(5, 'int'),
}

VECTOR = {'x': Field(1, 'double'), 'y': Field(2, 'double'), 'z': Field(3, 'double')}

QUATERNION = {
    'x': Field(2, 'double'),
    'y': Field(3, 'double'),
    'z': Field(4, 'double'),
    'w': Field(5, 'double'),
}

WORLD_RESET = {'all': Field(1, 'int'), 'time_only': Field(2, 'int'), 'model_only': Field(3, 'int')}

WORLD_CONTROL = {
    'pause': Field(1, 'int'),
    'step': Field(2, 'int'),
    'multi_step': Field(3, 'int'),
    'reset': Field(4, WORLD_RESET),
}

WRENCH = {'force': Field(1, VECTOR), 'torque': Field(2, VECTOR), 'offset': Field(3, VECTOR)}
"""A wrench on a link for one step: axes and origin of the link."""

JOINT_WRENCH = {
    'first_name': Field(1, 'string'),
    'second_name': Field(3, 'string'),
    'first_wrench': Field(5, WRENCH),
    'second_wrench': Field(6, WRENCH),
}

CONTACT = {
    'first_collision': Field(1, 'string'),
    'second_collision': Field(2, 'string'),
    'position': Field(3, VECTOR, repeated=True),
    'normal': Field(4, VECTOR, repeated=True),
    'depth': Field(5, 'double', repeated=True),
    'wrench': Field(6, JOINT_WRENCH, repeated=True),
    'time': Field(7, TIME),
}
CONTACTS = {'contact': Field(1, CONTACT, repeated=True), 'time': Field(2, TIME)}

POSE = {
    'name': Field(1, 'string'),
    'id': Field(2, 'int'),
    'position': Field(3, VECTOR),
    'orientation': Field(4, QUATERNION),
}
POSES_STAMPED = {'time': Field(1, TIME), 'pose': Field(2, POSE, repeated=True)}

TYPE_NAMES = {
    'world_control': 'gazebo.msgs.WorldControl',
    'wrench': 'gazebo.msgs.Wrench',
    'contacts': 'gazebo.msgs.Contacts',
    'statistics': 'gazebo.msgs.WorldStatistics',
    'poses': 'gazebo.msgs.PosesStamped',
}
"""Names under which the transport knows the message types."""
