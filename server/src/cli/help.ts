import type { Command, Option } from './command.ts'

const WIDTH = 24

export function programHelp(commands: readonly Command[]): string {
  const list = commands.map(({ name, summary }) => `  ${name.padEnd(WIDTH - 4)}${summary}`)
  return `Usage: script/avatary COMMAND [options]

A self-hostable, searchable index of VRChat avatars.

${list.join('\n')}

  COMMAND --help      what it does and takes
  --version           version of the program

Settings come from the environment (docs/configuration.md), and each can be given as an option: DATA_DIR as
--data-dir=FOLDER. Exit code 0 is success, 1 failure, 2 a command line or settings that make no sense.
`
}

export function commandHelp({ name, summary, places, options, details }: Command): string {
  const usage = [name, ...places.map(place => (place.endsWith('?') ? `[${place.slice(0, -1)}]` : place))]
  const lines = Object.entries(options).map(optionLine)
  return `Usage: script/avatary ${usage.join(' ')} [options]

${summary}.

${details}

Options:
${lines.join('\n')}${lines.length > 0 ? '\n' : ''}${optionLine(['help', { help: 'this text' }])}
  --SETTING=VALUE         any setting of docs/configuration.md, as --data-dir=FOLDER for DATA_DIR
`
}

function optionLine([name, { value, help }]: [string, Option]): string {
  const text = `  --${name}${value === undefined ? '' : `=${value}`}`
  return text.length < WIDTH + 2
    ? `${text.padEnd(WIDTH + 2)}${help}`
    : `${text}\n${' '.repeat(WIDTH + 2)}${help}`
}
