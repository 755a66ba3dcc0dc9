# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contacts written in a file, published as long as they are said to touch."""

from __future__ import annotations

from pathlib import Path
import sys

from std_srvs.srv import SetBool

from frictioncone_ros.estimation.static_contacts import read_static_contacts
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.msg import ContactStateArray
from frictioncone_ros.ros.conversions.estimates import estimates_to_message
from frictioncone_ros.ros.frames.frame_sources import (
    FRAME_PARAMETERS,
    frame_settings,
    frame_tree,
    source_in_words,
)
from frictioncone_ros.ros.runtime.contained_node import SimpleNode
from frictioncone_ros.ros.runtime.given_parameters import positive
from frictioncone_ros.ros.runtime.qos import OUTPUT
from frictioncone_ros.ros.runtime.run_node import run_node

PARAMETERS: dict[str, object] = {
    'contacts_file': '',
    'rate': 100.0,
    'touching': True,
    **FRAME_PARAMETERS,
}
"""Defaults; see docs/robot/contact_sources.md."""

FASTEST = 1000.0
"""Largest rate that is taken for meant [Hz]."""


class StaticContactsNode(SimpleNode):
    """
    Speaks on ~/contacts; ~/touching (SetBool) says whether the tool touches at all.

    While a frame is not known nothing is published: contacts then grow stale, which is the truth.
    """

    def __init__(self) -> None:
        """Read the file and begin."""
        super().__init__('static_contacts')
        given = {
            name: self.declare_parameter(name, value).value for name, value in PARAMETERS.items()
        }
        if not given['contacts_file']:
            raise InvalidInputError('contacts_file', '', 'a YAML file with contacts', 'parameters')
        rate = positive(given, 'rate', FASTEST)
        settings = frame_settings(given)
        self._contacts = read_static_contacts(Path(given['contacts_file']).expanduser())
        self._frames = frame_tree(self, settings)
        self._touching, self._sequence = bool(given['touching']), 0
        self._publisher = self.create_publisher(ContactStateArray, '~/contacts', OUTPUT)
        self.create_service(SetBool, '~/touching', self._set_touching)
        timer = self.create_timer(1.0 / rate, self._publish)
        timer.is_urgent = True
        self.get_logger().info(
            f'{len(self._contacts.contacts)} contacts of {given["contacts_file"]} in '
            f'{self._contacts.frame!r}; frames from {source_in_words(settings)}'
        )

    def _publish(self) -> None:
        stamp = self.get_clock().now().nanoseconds
        found = (
            self._contacts.at(stamp, self._frames.pose)
            if self._touching
            else self._contacts.none(stamp)
        )
        self._sequence += 1
        self._publisher.publish(estimates_to_message(found, self._sequence))

    def _set_touching(
        self, request: SetBool.Request, response: SetBool.Response
    ) -> SetBool.Response:
        self._touching = bool(request.data)
        response.success = True
        response.message = 'contacts as written' if self._touching else 'no contact'
        return response


def main() -> int:
    """Run the source until told to stop."""
    return run_node('static_contacts', StaticContactsNode)


if __name__ == '__main__':
    sys.exit(main())
