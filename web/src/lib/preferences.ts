import { useSyncExternalStore } from 'react'

/**
 * The preferences of a browser, in a cookie that the server reads, so that its first byte has the right theme and
 * language.
 */
export interface Preferences {
  readonly theme: 'system' | 'light' | 'dark'
  /** The language that the visitor chose; absent to follow the browser. */
  readonly locale?: string
  /** True when pictures with sensitive content are shown. */
  readonly sensitive: boolean
  /** False switches off single-letter keys. */
  readonly keys: boolean
}

const COOKIE = 'avatary_ui'
const YEAR_SECONDS = 31_536_000
const DEFAULTS: Preferences = { theme: 'system', sensitive: false, keys: true }

let currentPreferences = read()
const listeners = new Set<() => void>()

/** The preferences and a function that changes some of them; all components follow at once. */
export function usePreferences(): [Preferences, (changed: Partial<Preferences>) => void] {
  return [useSyncExternalStore(subscribe, () => currentPreferences), change]
}

/** The current preferences, for code outside of components. */
export function preferences(): Preferences {
  return currentPreferences
}

function change(changed: Partial<Preferences>): void {
  currentPreferences = { ...currentPreferences, ...changed }
  const params = new URLSearchParams(
    Object.entries(currentPreferences).map(([name, value]) => [name, String(value)]),
  )
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${COOKIE}=${params}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`
  document.documentElement.dataset.theme = currentPreferences.theme
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
    theme: theme === 'light' || theme === 'dark' ? theme : DEFAULTS.theme,
    ...(locale !== null && { locale }),
    sensitive: params.get('sensitive') === 'true',
    keys: params.get('keys') !== 'false',
  }
}
