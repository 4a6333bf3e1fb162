#!/usr/bin/env bash
# Builds the image with buildah, starts it as its own user, and prints how large it is: `deploy/image.sh [NAME]`. An
# image that passed is kept as NAME:checked, and not built again of the same files; `--force` builds it all the same.
# It needs no daemon and no registry: where the Node image cannot be fetched, one is made of Debian's packages and of
# the Node of this project, with the certificates that this machine trusts.
# It fails where the image is larger than MOST_MB, runs as root or does not serve, and with 69 where nothing can be
# built: no Debian packages, or buildah may not store or run anything.
set -euo pipefail
cd "$(dirname "$0")/.."
force=
if [ "${1:-}" = --force ]; then force=1; shift; fi
name=${1:-invoice-exchange}
most=${MOST_MB:-300}
export BUILDAH_ISOLATION=${BUILDAH_ISOLATION:-chroot}
# The other one copies every layer whole, and can do it everywhere.
driver=overlay
command buildah --storage-driver "$driver" info > /dev/null 2>&1 || driver=vfs
buildah() { command buildah --storage-driver "$driver" "$@"; }
work=$(mktemp -d)
containers=() server=
ended() {
  if [ -n "$server" ]; then kill "$server" 2> /dev/null || true; wait "$server" || true; fi
  [ ${#containers[@]} -eq 0 ] || buildah rm "${containers[@]}" > /dev/null || true
  rm -rf "$work"
}
trap ended EXIT
refused() { echo "$1" >&2; exit "${2:-1}"; }
node=node_modules/node/bin/node
[ -x "$node" ] || refused "The packages are not installed: npm ci"

# The files of the build, this script and its limit. Empty outside of a git repository.
hash_of_inputs() {
  local pattern file excluded=()
  git rev-parse --git-dir > /dev/null 2>&1 || return 0
  while read -r pattern; do
    case $pattern in
      '' | '#'*) ;;
      '**/'*) excluded+=(":(exclude,glob)$pattern") ;;
      *) excluded+=(":(exclude)$pattern") ;;
    esac
  done < .dockerignore
  {
    echo "$most"
    git ls-files -z --cached --others --exclude-standard -- . "${excluded[@]}" |
      while IFS= read -r -d '' file; do [ ! -f "$file" ] || printf '%s\0' "$file"; done | xargs -0 sha256sum
    sha256sum deploy/image.sh
  } | sha256sum | cut -d ' ' -f 1
}
inputs=$(hash_of_inputs)
hash_of_checked() {
  buildah inspect --type image --format '{{index .OCIv1.Config.Labels "inputs"}}' "$name:checked" 2> /dev/null || true
}
if [ -z "$force" ] && [ -n "$inputs" ] && [ "$(hash_of_checked)" = "$inputs" ]; then
  echo "$name:checked was built of the same files. --force builds it again."
  exit 0
fi

# The Node image, or one of the same Node that was made here, once.
base=docker.io/library/node:24-bookworm-slim
own=localhost/invoice-exchange-base:node-$("$node" -p process.versions.node)
unable="The image cannot be built on this machine:"
base_of_debian() {
  local container npm
  mmdebstrap --quiet --variant=essential --include=passwd,libstdc++6 bookworm "$work/root.tar" ||
    refused "$unable Debian's packages cannot be unpacked." 69
  container=$(buildah from scratch) || refused "$unable buildah cannot store anything." 69
  containers+=("$container")
  buildah add -q "$container" "$work/root.tar" / > /dev/null
  buildah run "$container" -- true || refused "$unable buildah cannot run anything." 69
  buildah copy -q "$container" "$node" /usr/local/bin/node > /dev/null
  npm=$(dirname "$(dirname "$(realpath "$(command -v npm)")")")
  buildah copy -q "$container" "$npm" /usr/local/lib/node_modules/npm > /dev/null
  buildah copy -q "$container" /etc/ssl/certs /etc/ssl/certs > /dev/null
  buildah run "$container" -- sh -c 'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm &&
    useradd --uid 1000 --create-home node && npm --version > /dev/null' ||
    refused "$unable the npm of this machine does not run with the Node of this project." 69
  [ -z "${NODE_EXTRA_CA_CERTS:-}" ] || buildah config --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$container"
  buildah commit -q "$container" "$own" > /dev/null
}
if ! buildah pull -q --policy missing "$base" > /dev/null 2>&1; then
  base=$own
  # Not after `||`: there a step that fails would not end the script.
  if ! buildah inspect --type image "$base" > /dev/null 2>&1; then base_of_debian; fi
fi
container=$(buildah from --pull-never "$base") || refused "$unable buildah cannot store anything." 69
containers+=("$container")
buildah run "$container" -- true || refused "$unable buildah cannot run anything." 69

# What npm has fetched for this checkout is not fetched again.
cache=$(npm config get cache)
mkdir -p "$cache"
options=(--build-arg "NODE_IMAGE=$base" --volume "$cache:/root/.npm")
[ ! -f "$HOME/.npmrc" ] || options+=(--secret "id=npmrc,src=$HOME/.npmrc")
id_of() { buildah images -q "$1" 2> /dev/null || true; }
is_named() { [ "$1" = "$(id_of "$name:latest")" ] || [ "$1" = "$(id_of "$name:checked")" ]; }
before=$(id_of "$name:latest")
buildah bud -q --format docker --pull-never "${options[@]}" --label "inputs=$inputs" -t "$name" . > "$work/built" 2>&1 || {
  ! grep -qE 'npm (ERR!|error) code (E(AI_AGAIN|CONN|NOTFOUND|TIMEDOUT|NETUNREACH|HOSTUNREACH|RR_SOCKET|40[137])|UNABLE_TO|CERT_|.*SELF_SIGNED)' "$work/built" ||
    refused "$unable npm reaches no registry from inside it." 69
  refused "$(cat "$work/built")"
}
[ -z "$before" ] || is_named "$before" || buildah rmi "$before" > /dev/null

container=$(buildah from --pull-never "$name")
containers+=("$container")
root=$(buildah mount "$container")
size() { du -sm --apparent-size "$1" | cut -f1; }
seconds=$SECONDS
product=$(size "$root/app")
user=$(buildah run "$container" -- id -un)
echo "user $user, product $product MB, whole $(size "$root") MB, built in $seconds s"
[ "$(buildah run "$container" -- id -u)" != 0 ] || refused "The image runs as root."
[ "$product" -le "$most" ] || refused "The product has $product MB, which is more than $most."

port=$("$node" -e 'const probe = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(probe.address().port); probe.close() })')
# Not the function, whose process would be a shell.
env buildah --storage-driver "$driver" run --env PORT="$port" --env HOST=127.0.0.1 "$container" -- \
  node --max-semi-space-size=16 --heap-growing-percent=100 src/generated/server/server.js > "$work/said" 2>&1 &
server=$!
deadline=$((SECONDS + 180))
until curl -sf "http://127.0.0.1:$port/health/serving" > "$work/health"; do
  kill -0 "$server" 2> /dev/null || refused "It has ended: $(cat "$work/said")"
  [ "$SECONDS" -lt "$deadline" ] || refused "It does not serve: $(cat "$work/said")"
  sleep 0.2
done
grep -q '"status":"ok"' "$work/health" || refused "It is not well: $(cat "$work/health")"
curl -sf "http://127.0.0.1:$port/docs/start" > "$work/page"
grep -q '<h1>' "$work/page"
curl -sf "http://127.0.0.1:$port/v1/sandbox/bootstrap" -H 'Content-Type: application/json' -d '{"label": "image"}' > "$work/made"
grep -q '"apiKey"' "$work/made"
buildah run "$container" -- invoice-exchange --version
echo "it serves as user $user"

before=$(id_of "$name:checked")
buildah tag "$name" "$name:checked"
[ -z "$before" ] || is_named "$before" || buildah rmi "$before" > /dev/null
