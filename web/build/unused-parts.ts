import type { Plugin } from 'vite'

const FOLDER = '/@tanstack/query-core/build/modern/'

const NONE = `const none = () => { throw new Error('web/build/unused-parts.ts leaves this part out') }`

/** The code that replaces files of TanStack Query that no page uses. */
const REPLACEMENTS = {
  'infiniteQueryBehavior.js': `${NONE}
export { none as infiniteQueryBehavior, none as hasNextPage, none as hasPreviousPage }`,
  'mutationCache.js': `${NONE}
export class MutationCache { build = none; resumePausedMutations() {}; clear() {} }`,
}

/**
 * Removes the code of infinite queries and mutations from TanStack Query's client, because every page would load it and
 * none uses it.
 * @throws at the end of the build when the library has moved that code to another file.
 */
export function withoutUnusedParts(): Plugin {
  const replaced = new Set<string>()
  return {
    name: 'without-unused-parts',
    apply: 'build',
    load: id => {
      const part = Object.entries(REPLACEMENTS).find(([file]) => id.endsWith(FOLDER + file))
      if (part === undefined) return null
      replaced.add(part[0])
      return part[1]
    },
    buildEnd: error => {
      const missing = Object.keys(REPLACEMENTS).filter(file => !replaced.has(file))
      if (error === undefined && missing.length > 0)
        throw new Error(`TanStack Query has no ${missing.join(', ')}.`)
    },
  }
}
