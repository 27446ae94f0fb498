import type { Plugin } from 'vite'

const MODULE = '/@tanstack/query-core/build/modern/infiniteQueryBehavior.js'

const REPLACEMENT = `
const none = () => { throw new Error('web/build/infinite-queries.ts leaves infinite queries out') }
export { none as infiniteQueryBehavior, none as hasNextPage, none as hasPreviousPage }
`

/**
 * Removes the code of infinite queries from TanStack Query's client, because every page would load it and none uses it.
 * @throws at the end of the build when the library has moved that code to another file.
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
