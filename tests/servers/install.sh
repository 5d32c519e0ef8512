#!/bin/sh
# Installs the servers, the browser and the checker that the tests start, where they are missing and may be installed.
set -eu

# Whether one of these programs is here, by name or by path.
has() {
    for program in "$@"; do
        if command -v "$program" >/dev/null; then return 0; fi
    done
    return 1
}

# Prints the packages whose programs are missing. Debian keeps those of PostgreSQL off the PATH.
# docker-compose only reads docker-compose.yml.
missing() {
    has redis-server || echo redis-server
    has initdb /usr/lib/postgresql/*/bin/initdb || echo postgresql
    has chromium chromium-browser google-chrome || echo chromium
    has docker-compose || echo docker-compose
}

# Stops with one line that says what to do.
give_up() {
    echo "Missing for the tests:" $(missing)". Please install them ($1)." >&2
    exit 1
}

# An apt-get that asks nothing, waits for another one to end, and is heard only if it fails.
quiet_apt_get() {
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 "$@" >"$log" 2>&1 ||
        { tail -n 15 "$log" >&2; give_up "apt-get failed"; }
}

packages=$(missing)
[ -n "$packages" ] || exit 0

has apt-get || give_up "there is no apt-get"
as_root=
if [ "$(id -u)" -ne 0 ]; then
    as_root="sudo -n"
    $as_root true 2>/dev/null || give_up "only root may"
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
echo "Installing for the tests, with apt-get:" $packages "..."
quiet_apt_get update
quiet_apt_get install -y --no-install-recommends $packages
[ -z "$(missing)" ] || give_up "the packages were installed but do not contain them"
