import type { Plugin } from 'vite'

const MODULE = '/@tanstack/query-core/build/modern/infiniteQueryBehavior.js'

const REPLACEMENT = `
const none = () => { throw new Error('web/build/infinite-queries.ts leaves infinite queries out') }
export { none as infiniteQueryBehavior, none as hasNextPage, none as hasPreviousPage }
`

/**
 * Leaves the code of infinite queries out of the client of the interface: every page would load it, and none has one.
 *
 * @throws at the end of the build when the client has them in another file.
 */
export function withoutInfiniteQueries(): Plugin {
  let isReplaced = false
  return {
    name: 'without-infinite-queries',
    apply: 'build',
    load: id => {
      if (!id.endsWith(MODULE)) return null
      isReplaced = true
      return REPLACEMENT
    },
    buildEnd: error => {
      if (error === undefined && !isReplaced) throw new Error(`The client of the interface has no ${MODULE}.`)
    },
  }
}
