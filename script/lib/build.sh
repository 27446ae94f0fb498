# Sourced by the scripts after setup.sh: rebuilds a folder's dist when its sources have changed.

# build NAME FOLDER COMMAND SOURCE…: runs the command in the folder, unless it already ran for the same sources.
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
  # Of several scripts, only one builds while the others wait.
  (
    alone 9
    if [ "$(cat "$stamp" 2>/dev/null)" = "$sources" ]; then exit; fi
    echo "Building the $name, because its sources changed…" >&2
    # An interrupted build must leave no stamp.
    rm -f "$stamp"
    (cd "$folder" && $command >&2) || exit
    echo "$sources" >"$stamp"
  ) 9>"node_modules/.building-$folder"
}

build_site() {
  build 'web site' web 'vite build --logLevel warn' \
    contract/src web/build web/public web/src web/package.json web/vite.config.ts
}

# Bundles the server into dist. A running process of an earlier build may still load its files, so they are kept until a
# build that is more than a day later.
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
