# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The whole flow as one pure function: from contacts and commands to what is sent and why."""

from frictioncone_ros.pipeline.assess import assess
from frictioncone_ros.pipeline.assessment import Assessment
from frictioncone_ros.pipeline.contact_report import contact_reports, ContactReport
from frictioncone_ros.pipeline.filter_command import filter_command

__all__ = ['Assessment', 'ContactReport', 'assess', 'contact_reports', 'filter_command']
