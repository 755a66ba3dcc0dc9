#!/usr/bin/env bash
# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
# Puts Debian bullseye with its package `gazebo` (Gazebo 11) into a folder: about 3 minutes, 1 GB.
# Usage: set_up_gazebo.sh FOLDER. Writes nowhere else; a finished folder is left as it is.
set -euo pipefail

folder=$(realpath -m "${1:?usage: set_up_gazebo.sh FOLDER}")
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
work=$folder.setup

say() { echo "set_up_gazebo: $*"; }
fail() { echo "set_up_gazebo: $*" >&2; exit 2; }

if [ -f "$folder/.complete" ]; then say "$folder is ready"; exit 0; fi
[ "$(id -u)" = 0 ] || fail "needs root (chroot into $folder). Run: sudo make test-gazebo, or \
install Gazebo 11 so that gzserver is on the PATH."
command -v dpkg-deb >/dev/null || fail 'needs dpkg-deb (package dpkg) to unpack debootstrap.'

mkdir -p "$work"
if command -v debootstrap >/dev/null; then
    debootstrap=debootstrap
else
    say 'fetching debootstrap into the clone'
    packages=dists/bullseye/main/binary-amd64/Packages.xz
    entry=$(curl -fsSL "$mirror/$packages" | xz -dc | sed -n '/^Package: debootstrap$/,/^$/p') \
        || fail "cannot reach $mirror for debootstrap: network or DEBIAN_MIRROR?"
    curl -fsSL -o "$work/debootstrap.deb" "$mirror/$(sed -n 's/^Filename: //p' <<<"$entry")"
    echo "$(sed -n 's/^SHA256: //p' <<<"$entry")  $work/debootstrap.deb" | sha256sum -c --quiet -
    dpkg-deb -x "$work/debootstrap.deb" "$work/debootstrap"
    export DEBOOTSTRAP_DIR=$work/debootstrap/usr/share/debootstrap
    debootstrap=$work/debootstrap/usr/sbin/debootstrap
fi

say "installing Debian bullseye into $folder"
rm -rf "$folder"
"$debootstrap" --variant=minbase bullseye "$folder" "$mirror" >"$work/debootstrap.log" 2>&1 \
    || fail "debootstrap failed, see $work/debootstrap.log and $folder/debootstrap"
say 'installing gazebo (about 2 minutes)'
printf '#!/bin/sh\nexit 101\n' >"$folder/usr/sbin/policy-rc.d"   # start no service in the folder
chmod +x "$folder/usr/sbin/policy-rc.d"
DEBIAN_FRONTEND=noninteractive chroot "$folder" apt-get install -qq -y --no-install-recommends \
    gazebo >"$work/apt.log" 2>&1 || fail "apt-get failed, see $work/apt.log"
chroot "$folder" apt-get clean
touch "$folder/.complete"
say 'done'
