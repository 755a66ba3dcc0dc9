# Sourced where something is installed with pip: quietly, with progress, and with reasons on failure.

pip_log=$scratch/pip.log

# Run pip quietly, show that it works, and explain the common failures. Nothing is byte-compiled
# ahead of its first import: a third of the time, for files most of which are never imported.
install() {
    local started=$SECONDS
    "$venv/bin/python" -m pip install --progress-bar off --no-input --no-compile "$@" \
        > "$pip_log" 2>&1 < /dev/null &
    local job=$!
    trap "kill $job 2> /dev/null" EXIT  # Ctrl-C does not reach a background job of a script
    while kill -0 "$job" 2> /dev/null; do
        sleep 0.5
        show_progress $((SECONDS - started))
    done
    [ ! -t 1 ] || printf '\r'
    wait "$job" || explain_failure
    trap - EXIT
    printf '    %s packages looked at in %s s\n' "$(collected)" "$((SECONDS - started))"
}

collected() { grep -cE '^(Collecting|Requirement already)' "$pip_log" || true; }

shown=0
show_progress() { # every half second on a terminal, every ten seconds in a log
    if [ -t 1 ]; then
        printf '\r    %s s, %s packages ' "$1" "$(collected)"
    elif [ "$1" -ge $((shown + 10)) ]; then
        shown=$1
        printf '    %s s, %s packages\n' "$1" "$(collected)"
    fi
}

explain_failure() {
    grep -v '^WARNING: Location' "$pip_log" | tail -n 12 >&2
    if grep -qiE 'connection|name resolution|timed out|network is unreachable|max retries' "$pip_log"; then
        fail 'the Python package index could not be reached.' \
            'Check the network (and HTTPS_PROXY), then run the command again: it goes on where it stopped.'
    elif grep -q 'No matching distribution found for ros-' "$pip_log"; then
        fail "the package index has no ROS 2 for $("$venv/bin/python" --version) on $(uname -m)." \
            'Try another Python (make setup PYTHON=python3.12), or install ROS 2 Jazzy and source it.'
    fi
    fail "pip install failed; its log is $pip_log."
}
