import type { Mark } from './marks.ts'

/** A mark that somebody wanted who was not signed in. */
export interface Wish {
  readonly mark: Mark
  readonly id: string
  readonly name: string
}

const KEY = 'wish'

/** Milliseconds for which a wish is kept: a sign-in takes no longer. */
const KEPT_MS = 10 * 60_000

/** Keeps a wish of this tab until the visitor comes back signed in. */
export function keepWish(wish: Wish): void {
  sessionStorage.setItem(KEY, JSON.stringify({ ...wish, keptAt: Date.now() }))
}

/** Takes the wish, once; null when there is none or it is too old. */
export function takeWish(): Wish | null {
  const text = sessionStorage.getItem(KEY)
  if (text === null) return null
  sessionStorage.removeItem(KEY)
  const { keptAt, ...wish } = JSON.parse(text) as Wish & { keptAt: number }
  return Date.now() - keptAt < KEPT_MS ? wish : null
}
