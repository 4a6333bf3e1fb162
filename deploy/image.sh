#!/usr/bin/env bash
# Builds the image with buildah, starts it as its own user, and prints how large it is: `deploy/image.sh [NAME]`.
# It needs no daemon and no registry: where the Node image cannot be fetched, one is made of Debian's packages and of
# the Node of this project, with the certificates that this machine trusts.
set -euo pipefail
cd "$(dirname "$0")/.."
name=${1:-invoice-exchange}
base=docker.io/library/node:24-bookworm-slim
export BUILDAH_ISOLATION=${BUILDAH_ISOLATION:-chroot} STORAGE_DRIVER=${STORAGE_DRIVER:-vfs}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

base_of_debian() {
  local root=${DEBIAN_ROOT:-$work/root} container
  [ -d "$root/usr" ] || debootstrap --variant=minbase bookworm "$root" > "$work/debootstrap.log"
  container=$(buildah from scratch)
  buildah copy -q "$container" "$root" / > /dev/null
  buildah copy -q "$container" node_modules/node/bin/node /usr/local/bin/node > /dev/null
  buildah copy -q "$container" "$(npm root -g)/npm" /usr/local/lib/node_modules/npm > /dev/null
  buildah copy -q "$container" /etc/ssl/certs /etc/ssl/certs > /dev/null
  buildah run "$container" -- sh -c 'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm &&
    useradd --uid 1000 --create-home node && rm -rf /var/cache/apt /var/lib/apt/lists'
  [ -z "${NODE_EXTRA_CA_CERTS:-}" ] || buildah config --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$container"
  buildah commit -q --rm "$container" "$base" > /dev/null
}

buildah inspect --type image "$base" > /dev/null 2>&1 || buildah pull -q "$base" 2> /dev/null || base_of_debian

secret=()
[ ! -f "$HOME/.npmrc" ] || secret=(--secret "id=npmrc,src=$HOME/.npmrc")
buildah bud -q --format docker --pull-never "${secret[@]}" -t "$name" . > /dev/null

container=$(buildah from --pull-never "$name")
ended() { [ -z "${server:-}" ] || kill "$server" 2> /dev/null || true; buildah rm "$container" > /dev/null; rm -rf "$work"; }
trap ended EXIT
root=$(buildah mount "$container")
size() { du -sm --apparent-size "$1" | cut -f1; }
echo "user $(buildah inspect --format '{{.OCIv1.Config.User}}' "$container"), product $(size "$root/app") MB, whole $(size "$root") MB"

port=${PORT:-4999}
buildah run --env PORT="$port" --env HOST=127.0.0.1 "$container" -- node --max-semi-space-size=16 src/generated/server/server.js > "$work/said" 2>&1 &
server=$!
for _ in $(seq 300); do
  curl -sf "http://127.0.0.1:$port/health/serving" > "$work/health" && break
  kill -0 "$server" 2> /dev/null || { cat "$work/said"; exit 1; }
  sleep 0.2
done
grep -q '"status":"ok"' "$work/health" || { cat "$work/said"; exit 1; }
curl -sf "http://127.0.0.1:$port/docs/start" | grep -q '<h1>'
curl -sf "http://127.0.0.1:$port/v1/sandbox/bootstrap" -H 'Content-Type: application/json' -d '{"label": "image"}' | grep -q '"apiKey"'
buildah run "$container" -- invoice-exchange --version
echo "it serves as user $(buildah run "$container" -- id -un)"
