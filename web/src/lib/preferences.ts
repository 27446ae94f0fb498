import { useSyncExternalStore } from 'react'

/** The preferences of a browser; the server reads their cookie, so that the first byte has theme and language. */
export interface Preferences {
  readonly theme: 'system' | 'light' | 'dark'
  /** The language that the visitor chose; absent to follow the browser. */
  readonly locale?: string
  /** True when pictures with sensitive content are shown. */
  readonly sensitive: boolean
  /** False switches off the keys of one letter. */
  readonly keys: boolean
}

const COOKIE = 'avatary_ui'
const YEAR_S = 31_536_000
const DEFAULTS: Preferences = { theme: 'system', sensitive: false, keys: true }

let current = read()
const listeners = new Set<() => void>()

/** The preferences and how to change some of them; all parts of the page follow at once. */
export function usePreferences(): [Preferences, (changed: Partial<Preferences>) => void] {
  return [useSyncExternalStore(subscribe, () => current), change]
}

/** The preferences now, for code outside of components. */
export function preferences(): Preferences {
  return current
}

function change(changed: Partial<Preferences>): void {
  current = { ...current, ...changed }
  const params = new URLSearchParams(Object.entries(current).map(([name, value]) => [name, String(value)]))
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${COOKIE}=${params}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`
  document.documentElement.dataset.theme = current.theme
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read(): Preferences {
  const text = document.cookie.split('; ').find(each => each.startsWith(`${COOKIE}=`))
  const params = new URLSearchParams(text?.slice(COOKIE.length + 1))
  const theme = params.get('theme')
  const locale = params.get('locale')
  return {
    ...DEFAULTS,
    ...((theme === 'light' || theme === 'dark') && { theme }),
    ...(locale !== null && { locale }),
    sensitive: params.get('sensitive') === 'true',
    keys: params.get('keys') !== 'false',
  }
}
