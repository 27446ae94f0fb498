/** The value of a parameter if it is one of those allowed; else the default. */
export function oneOf<Value extends string, Default>(
  params: URLSearchParams,
  name: string,
  values: readonly Value[],
  defaultValue: Default,
): Value | Default {
  return values.find(value => value === params.get(name)) ?? defaultValue
}

/** The page of a list, from 1. */
export function pageOf(params: URLSearchParams): number {
  const page = Number(params.get('page'))
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}

/** The address of a page's state, which omits defaults. */
export function addressOfState<State extends object>(path: string, state: State, defaults: State): string {
  const params = new URLSearchParams()
  for (const name of Object.keys(defaults) as (keyof State & string)[])
    if (state[name] !== defaults[name]) params.set(name, String(state[name]))
  return params.size === 0 ? path : `${path}?${params}`
}
