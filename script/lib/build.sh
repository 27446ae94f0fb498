# Sourced by the scripts after setup.sh: builds dist in a folder when the sources of it have changed.

# build NAME FOLDER COMMAND SOURCE…: runs the command in the folder unless it was run for the same sources.
build() {
  local name=$1 folder=$2 command=$3 sources
  local stamp=$folder/dist/.built
  shift 3
  sources="$(find "$@" package-lock.json -type f ! -name '*.test.ts' -exec cksum {} + | sort | cksum)"
  if [ "$(cat "$stamp" 2>/dev/null)" = "$sources" ]; then return; fi
  if [ ! -w "$folder" ]; then
    echo "The $name was built of other sources: run script/setup as the owner of $PWD." >&2
    exit 1
  fi
  # One of several scripts builds, and the others wait for it.
  (
    alone 9
    if [ "$(cat "$stamp" 2>/dev/null)" = "$sources" ]; then exit; fi
    echo "Building the $name, because its sources changed…" >&2
    # A build that is broken off leaves no stamp.
    rm -f "$stamp"
    (cd "$folder" && $command >&2)
    echo "$sources" >"$stamp"
  ) 9>"node_modules/.building-$folder"
}

build_site() {
  build 'web site' web 'vite build --logLevel warn' \
    contract/src web/build web/public web/src web/package.json web/vite.config.ts
}

# Bundles the server into dist. A process of an earlier build may load more of its files later: they are kept for a day after
# the next build.
bundle() {
  mkdir -p dist
  if [ -e dist/.begun ]; then
    find dist -type f ! -newer dist/.begun ! -name .begun -mmin +1440 -delete
    find dist -type f -newer dist/.begun -exec touch {} +
  fi
  touch dist/.begun
  node build/bundle.ts
}

build_server() {
  build server server bundle \
    client/src contract/src server/build server/migrations server/src sim/src
}
