import type { Mark } from './marks.ts'

/** A mark that a visitor wanted to set before signing in. */
export interface Wish {
  readonly mark: Mark
  readonly id: string
  readonly name: string
}

const STORAGE_KEY = 'wish'

/** Milliseconds for which a wish is kept, because a sign-in takes no longer. */
const LIFETIME_MS = 10 * 60_000

interface StoredWish extends Wish {
  readonly keptAt: number
  /** The page on which it was made, and the state of that page's history entry. */
  readonly address: string
  readonly state: unknown
}

const currentAddress = () => location.pathname + location.search

/** Stores a wish in this tab until the visitor returns signed in. */
export function keepWish(wish: Wish): void {
  const storedWish: StoredWish = {
    ...wish,
    keptAt: Date.now(),
    address: currentAddress(),
    state: history.state,
  }
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(storedWish))
}

/**
 * Copies the state of the history entry in which the wish was made, such as an avatar's place in results, to the entry
 * that the sign-in created.
 */
export function restoreHistoryState(): void {
  const wish = readWish()
  if (wish?.address === currentAddress() && history.state === null) history.replaceState(wish.state, '')
}

/** Removes the wish and returns it; null when there is none or it is too old. */
export function takeWish(): Wish | null {
  const wish = readWish()
  sessionStorage.removeItem(STORAGE_KEY)
  return wish !== null && Date.now() - wish.keptAt < LIFETIME_MS ? wish : null
}

function readWish(): StoredWish | null {
  const text = sessionStorage.getItem(STORAGE_KEY)
  return text === null ? null : (JSON.parse(text) as StoredWish)
}
