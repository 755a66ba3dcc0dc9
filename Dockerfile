# ROS 2 Jazzy with this package built in a workspace, as a user who is not root.
#   docker build -t frictioncone_ros . && docker run --rm -it frictioncone_ros
FROM ros:jazzy-ros-base
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
WORKDIR /ws
COPY . src/frictioncone_ros
# hadolint ignore=DL3008
RUN apt-get update \
    && rosdep update --rosdistro jazzy \
    && rosdep install --from-paths src --ignore-src --default-yes \
    && apt-get clean && rm -rf /var/lib/apt/lists/* \
    && source /opt/ros/jazzy/setup.bash \
    && colcon build --packages-select frictioncone_ros \
    && chown -R ubuntu:ubuntu /ws
USER 1000
ENTRYPOINT ["/ros_entrypoint.sh"]
CMD ["bash", "-c", "source /ws/install/setup.bash && ros2 launch frictioncone_ros frictioncone.launch.py"]
