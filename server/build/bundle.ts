import http from 'node:http'
import { dirname, join, parse, relative } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'

const SERVER = join(import.meta.dirname, '..')
const OUTPUT = join(SERVER, 'dist')

/** Matches the URL of a module that a thread loads, in the module that starts the thread. */
const THREAD_MODULE = /new URL\('(\.\/[^']+\.ts)', import\.meta\.url\)/g

/**
 * Threads load the bundle, too. Their file names have a hash, so that a process of an earlier build keeps loading its
 * own.
 */
const threads: Plugin = {
  name: 'threads',
  transform: {
    order: 'pre',
    filter: { id: { include: /\.ts$/, exclude: /node_modules/ }, code: THREAD_MODULE },
    handler(code, id) {
      const addressOf = (_: string, module: string) => {
        const file = this.emitFile({ type: 'chunk', id: join(dirname(id), module), name: parse(module).name })
        return `new URL(import.meta.ROLLUP_FILE_URL_${file})`
      }
      // A null map is right, because no line moves.
      return { code: code.replaceAll(THREAD_MODULE, addressOf), map: null }
    },
  },
}

/** Sources locate files relative to their own path, which differs from that of the bundle. */
const pathsOfSources: Plugin = {
  name: 'paths-of-sources',
  transform: {
    filter: { id: { include: /\.ts$/, exclude: /node_modules/ }, code: 'import.meta.' },
    handler: (code, id) => ({
      code: code
        .replaceAll('import.meta.dirname', `\`\${import.meta.dirname}/${relative(OUTPUT, dirname(id))}\``)
        .replaceAll('import.meta.url', `new URL('${relative(OUTPUT, id)}', import.meta.url).href`),
      // A null map is right, because no line moves.
      map: null,
    }),
  },
}

/** The members of `node:http`, except those behind getters. */
const HTTP = Object.entries(Object.getOwnPropertyDescriptors(http)).flatMap(([name, { get }]) =>
  get === undefined ? [name] : [],
)

/** A namespace import of `node:http` reads all members and thereby loads `fetch` and WebSockets, a tenth of a start. */
const httpAlone: Plugin = {
  name: 'http-alone',
  resolveId: {
    filter: { id: /^(node:)?http$/ },
    handler: (_id, _importer, { kind }) => (kind === 'require-call' ? null : '\0http'),
  },
  load: {
    filter: { id: /^\0http$/ },
    handler: () =>
      `const http = process.getBuiltinModule('node:http')\nexport const { ${HTTP.join(', ')} } = http\nexport default http`,
  },
}

/* Bundles the server and its command line, with the packages that they import, into a few files, because loading two
   thousand modules takes longer than everything else in a start. `sharp` stays a package, as its native libraries
   are files. */
const bundle = await rolldown({
  cwd: SERVER,
  input: { main: 'src/main.ts', cli: 'src/cli.ts' },
  platform: 'node',
  external: ['sharp'],
  // `depd`, a dependency of `oidc-provider`, uses `eval`.
  checks: { eval: false },
  plugins: [threads, pathsOfSources, httpAlone],
})
await bundle.write({ dir: OUTPUT, sourcemap: true, sourcemapExcludeSources: true })
await bundle.close()
