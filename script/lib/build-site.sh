# Sourced by the scripts after setup.sh: builds web/dist when the sources of the web site have changed.
site_stamp=web/dist/.built
site_sources="$(find contract/src web/build web/public web/src web/package.json web/vite.config.ts package-lock.json \
  -type f ! -name '*.test.ts' -exec cksum {} + | sort | cksum)"

if [ "$(cat "$site_stamp" 2>/dev/null)" != "$site_sources" ]; then
  echo "Building the web site, because its sources changed…" >&2
  (cd web && vite build --logLevel warn >&2)
  echo "$site_sources" >"$site_stamp"
fi
