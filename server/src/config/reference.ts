import { VARIABLES } from './variables.ts'

/** The table of every variable, as it stands in `docs/configuration.md`. */
export function variablesTable(): string {
  const rows = Object.entries(VARIABLES).map(([name, { kind, meaning, defaultText, example, isUsed }]) => {
    const note = isUsed ? '' : ' ¹'
    const secrecy = kind.isSecret ? ' Secret.' : ''
    return `| \`${name}\`${note} | ${defaultText} | ${meaning}.${secrecy} | ${code(example)} |`
  })
  return ['| name | default | meaning | example |', '|---|---|---|---|', ...rows].join('\n')
}

function code(example: string): string {
  return example.includes('`') || example.includes(' ') ? example : `\`${example}\``
}
