import { useRef, useState } from 'react'

/**
 * Returns the acts of the latest rendering as an object that never changes, so that a list need not show its memoized
 * items again when one of them acts.
 */
export function useSameActs<Acts extends { readonly [Name in keyof Acts]: (...input: never[]) => unknown }>(
  acts: Acts,
): Acts {
  const latest = useRef(acts)
  latest.current = acts
  const [same] = useState(() => {
    const names = Object.keys(acts) as (keyof Acts)[]
    return Object.fromEntries(
      names.map(name => [name, (...input: never[]) => latest.current[name](...input)]),
    ) as Acts
  })
  return same
}
