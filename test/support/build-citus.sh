#!/usr/bin/env bash
# Builds Citus for the PostgreSQL of this machine and installs it, as root: Debian has no package of it.
# `test/support/build-citus.sh [FOLDER | TARBALL | ADDRESS]` takes its sources from there, and leaves those as they are;
# without an argument it clones them from GitHub. DESTDIR installs it below another folder, as `make` understands it.
# It needs the PostgreSQL server, and for version NN of it:
# apt-get install postgresql-server-dev-NN libcurl4-openssl-dev liblz4-dev libzstd-dev libssl-dev libkrb5-dev \
#   libpam0g-dev libselinux1-dev libxslt1-dev flex autoconf make gcc git
set -euo pipefail
version=13.0.5
from=${1:-https://github.com/citusdata/citus}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sources=$work/citus

if [ -d "$from" ] && [ -f "$from/configure" ]; then cp -Rp "$from" "$sources"
elif [ -f "$from" ]; then mkdir "$sources" && tar -xf "$from" -C "$sources" --strip-components=1
else git clone -q --depth 1 --branch "v$version" "$from" "$sources"
fi
cd "$sources"
grep -qF "AC_INIT([Citus], [$version])" configure.ac || { echo "$from is not Citus $version." >&2; exit 1; }

# Of several versions the newest, as the tests take it.
PG_CONFIG=$(find /usr/lib/postgresql -path '*/bin/pg_config' | sort -V | tail -n 1)
[ -n "$PG_CONFIG" ] || { echo 'Install it first: apt-get install postgresql-server-dev-NN' >&2; exit 1; }
export PG_CONFIG
{ ./configure --quiet && make -s clean; } > "$work/log" 2>&1 || { tail -n 20 "$work/log" >&2; exit 1; }
# Side by side two of its decoders may write one file at once, and one fails: then the rest is made one by one.
make -s -j "$(nproc)" with_llvm=no install > "$work/log" 2>&1 ||
  make -s with_llvm=no install > "$work/log" 2>&1 || { tail -n 20 "$work/log" >&2; exit 1; }
echo "Citus $version is installed for $("$PG_CONFIG" --version): ${DESTDIR:-}$("$PG_CONFIG" --pkglibdir)/citus.so"
