#!/usr/bin/env bash
# Bring the solvers of the extra `bench` into .venv, one by one: what cannot be installed is named
# with its reason in the report. Nothing that is installed changes its version. PEERS=installed: what
# is there is enough.
set -euo pipefail
[ "${PEERS:-}" != installed ] || exit 0
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
source "$clone/.ci/install.sh"
cd "$clone"

stamp=$venv/.bench_stamp
desired=$(cat setup.py .ci/bench_peers.sh | sha256sum | cut -d ' ' -f 1)
[ "$(cat "$stamp" 2> /dev/null)" != "$desired" ] || exit 0
say 'Installing the solvers to compare with (the extra bench, once)'

# pycddlib comes as source and needs cddlib: where there is none, Debian's is unpacked into .venv.
unpack_cddlib() {
    [ ! -e /usr/include/cddlib/cdd.h ] && [ ! -e /usr/include/cdd/cdd.h ] || return 0
    command -v apt-get > /dev/null && command -v dpkg > /dev/null || return 0
    mkdir -p "$venv/cddlib"
    (cd "$venv/cddlib" && apt-get download -q libcdd-dev libcdd0d && for file in *.deb; do dpkg -x "$file" .; done) \
        > "$scratch/cddlib.log" 2>&1 || return 0
    local libraries
    libraries=$(dirname "$(find "$venv/cddlib" -name 'libcdd.so' | head -n 1)")
    export CFLAGS="-I$venv/cddlib/usr/include -I$venv/cddlib/usr/include/cddlib ${CFLAGS:-}"
    export LDFLAGS="-L$libraries -Wl,-rpath,$libraries ${LDFLAGS:-}"
}
unpack_cddlib

"$venv/bin/python" -m pip freeze --exclude-editable 2> /dev/null | grep -E '^[A-Za-z0-9_.-]+==' > "$scratch/installed.txt" || true
: > "$venv/.bench_not_installed"
"$venv/bin/python" - << 'PYTHON' > "$scratch/peers.txt"
import setuptools
setuptools.setup = lambda **words: print('\n'.join(words['extras_require']['bench']))
exec(compile(open('setup.py', encoding='utf-8').read(), 'setup.py', 'exec'), {'__file__': 'setup.py', '__name__': 'setup'})
PYTHON
while read -r wanted; do
    name=${wanted%%>*}
    if "$venv/bin/python" -m pip install -q --no-input --no-compile --progress-bar off \
        -c "$scratch/installed.txt" "$wanted" > "$scratch/peer.log" 2>&1 < /dev/null; then
        echo "    $name"
    else
        reason=$(grep -iE 'error' "$scratch/peer.log" | head -n 1 | cut -c 1-160 || true)
        echo "$name: ${reason:-pip install failed}" >> "$venv/.bench_not_installed"
        echo "    $name could not be installed: ${reason:-pip install failed}"
    fi
done < "$scratch/peers.txt"
echo "$desired" > "$stamp"
