import type { Writable } from 'node:stream'
import { TERMS_LINE } from '@avatary/contract/terms'
import { TERMS_PATH } from '../kernel/addresses.ts'
import { systemClock } from '../platform/clock.ts'
import { exportCatalog } from '../slices/interop/index.ts'
import { writeFileAtomically } from './atomic-file.ts'
import type { CliCommand } from './command.ts'
import { type CommandContext, openCatalog, print } from './context.ts'
import { demoNote } from './on-demo.ts'
import { CommandError } from './outcome.ts'
import { progressOn } from './progress.ts'
import {
  addStaticOptions,
  exportStatic,
  refuseStaticOptions,
  STATIC_DETAILS,
  type StaticOptions,
} from './static-export.ts'
import { formatDuration, quantity, write } from './terminal.ts'

interface ExportOptions extends StaticOptions {
  all?: true
  json?: true
}

export function addExport(program: CliCommand): void {
  const { context } = program
  const command = program
    .command('export')
    .summary('Write the catalog as NDJSON to a file, or to standard output (-)')
    .description(`One avatar per line, oldest first, after a line with the terms of use. "import" makes the same catalog from it.
The file appears only when it is complete. A server may run meanwhile.

${STATIC_DETAILS}`)
    .argument('[FILE]', 'the file, or - for standard output')
    .option('--all', 'hidden avatars too, marked; an import keeps them hidden')
  addStaticOptions(command)
    .option('--json', 'print what was done as one JSON object (with a FILE)')
    .example('export catalog.ndjson')
    .action((file: string | undefined, options: ExportOptions) =>
      options.static === undefined
        ? exportTo(file ?? '-', options, context)
        : exportStatic(options.static, file, options, context),
    )
}

async function exportTo(
  name: string,
  options: ExportOptions,
  { terminal, ...context }: CommandContext,
): Promise<void> {
  refuseStaticOptions(options)
  const config = context.catalogConfig()
  await using catalog = await openCatalog(config)
  const signal = terminal.stopping()
  const progress = progressOn(terminal, 'avatar')
  const { indexed } = await catalog.store.countRows()
  const terms = `${TERMS_LINE} ${config.http.publicUrl}${TERMS_PATH}`
  const lines = exportCatalog(catalog.store, {
    terms,
    nowMs: systemClock.now(),
    all: options.all === true,
    signal,
  })
  let avatars = 0
  const writeAll = async (out: Writable) => {
    for await (const part of lines) {
      await write(out, part.text)
      avatars += part.avatars
      progress.show(avatars, avatars, options.all ? avatars / indexed : null)
    }
  }
  try {
    if (name === '-') await writeAll(terminal.stdout)
    else await writeFileAtomically(name, writeAll)
  } catch (error) {
    if (signal.aborted) throw new CommandError('Stopped; nothing was written.')
    throw error
  } finally {
    progress.clear()
  }
  const note = await demoNote(config, catalog)
  if (note !== null) await write(terminal.stderr, `${note}\n`)
  if (name === '-') return
  const { elapsedMs } = progress
  await print(terminal, options, {
    json: { file: name, avatars, seconds: Math.round(elapsedMs) / 1000 },
    text: `Exported ${quantity(avatars, 'avatar')} to ${name} in ${formatDuration(elapsedMs)}`,
  })
}
