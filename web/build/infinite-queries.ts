import type { Plugin } from 'vite'

const MODULE = '/@tanstack/query-core/build/modern/infiniteQueryBehavior.js'

const REPLACEMENT = `
const none = () => { throw new Error('web/build/infinite-queries.ts leaves infinite queries out') }
export { none as infiniteQueryBehavior, none as hasNextPage, none as hasPreviousPage }
`

/** Leaves the code of infinite queries out of the client of the interface: every page would load it, and none has one. */
export function withoutInfiniteQueries(): Plugin {
  return {
    name: 'without-infinite-queries',
    apply: 'build',
    load: id => (id.endsWith(MODULE) ? REPLACEMENT : null),
  }
}
