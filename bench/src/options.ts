import { parseArgs } from 'node:util'

type OptionValue = number | string | boolean

/** The type of a default without its value. */
type Kind<Value extends OptionValue> = Value extends number ? number : Value extends string ? string : boolean

/**
 * Reads the options of a benchmark from the command line. Each has the kind of its default; `--record` is an option of
 * every benchmark.
 */
export function readOptions<Defaults extends Readonly<Record<string, OptionValue>>>(
  defaults: Defaults,
): { readonly [Name in keyof Defaults]: Kind<Defaults[Name]> } & { readonly record: boolean } {
  const allDefaults: Readonly<Record<string, OptionValue>> = { ...defaults, record: false }
  const options = Object.entries(allDefaults).map(
    ([name, defaultValue]) =>
      [
        name,
        typeof defaultValue === 'boolean'
          ? ({ type: 'boolean', default: defaultValue } as const)
          : ({ type: 'string', default: String(defaultValue) } as const),
      ] as const,
  )
  const { values } = parseArgs({ options: Object.fromEntries(options) })
  const readEntries = Object.entries(allDefaults).map(([name, defaultValue]) => [
    name,
    typeof defaultValue === 'number' ? Number(values[name]) : values[name],
  ])
  return Object.fromEntries(readEntries)
}
