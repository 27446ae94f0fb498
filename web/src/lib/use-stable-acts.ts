import { useRef, useState } from 'react'

/**
 * Returns an object that never changes but always calls the functions of the latest render, so that memoized items of a
 * list need not re-render.
 */
export function useStableActs<Acts extends { readonly [Name in keyof Acts]: (...input: never[]) => unknown }>(
  acts: Acts,
): Acts {
  const lastActs = useRef(acts)
  lastActs.current = acts
  const [stableActs] = useState(() => {
    const names = Object.keys(acts) as (keyof Acts)[]
    return Object.fromEntries(
      names.map(name => [name, (...input: never[]) => lastActs.current[name](...input)]),
    ) as Acts
  })
  return stableActs
}
