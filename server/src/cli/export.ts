import type { Writable } from 'node:stream'
import { TERMS_LINE } from '@avatary/contract/terms'
import { TERMS_PATH } from '../kernel/addresses.ts'
import { systemClock } from '../platform/clock.ts'
import { exportCatalog } from '../slices/interop/index.ts'
import { writeFileAtomically } from './atomic-file.ts'
import type { CliCommand } from './command.ts'
import { type CommandContext, openCatalog, type Result } from './context.ts'
import { CommandError } from './exit.ts'
import { demoNoteIfEmpty } from './on-demo.ts'
import { Progress } from './progress.ts'
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
    .example('export catalog.ndjson')
    .resultAction((file: string | undefined, options: ExportOptions) =>
      options.static === undefined
        ? exportTo(file ?? '-', options, context)
        : exportStatic(options.static, file, options, context),
    )
}

async function exportTo(
  file: string,
  options: ExportOptions,
  { terminal, ...context }: CommandContext,
): Promise<Result | null> {
  refuseStaticOptions(options)
  const config = context.catalogConfig()
  await using catalog = await openCatalog(config)
  const signal = terminal.stopSignal()
  using progress = new Progress(terminal, 'avatar')
  const { indexed } = await catalog.store.countRows()
  const terms = `${TERMS_LINE} ${config.http.publicUrl}${TERMS_PATH}`
  const lines = exportCatalog(catalog.store, {
    terms,
    nowMs: systemClock.now(),
    all: options.all === true,
    signal,
  })
  let avatarCount = 0
  const writeAll = async (out: Writable) => {
    for await (const part of lines) {
      await write(out, part.text)
      avatarCount += part.avatars
      progress.show(avatarCount, avatarCount, options.all ? avatarCount / indexed : null)
    }
  }
  try {
    if (file === '-') await writeAll(terminal.stdout)
    else await writeFileAtomically(file, writeAll)
  } catch (error) {
    if (signal.aborted) throw new CommandError('Stopped; nothing was written.')
    throw error
  }
  const note = await demoNoteIfEmpty(config, catalog)
  if (file === '-') {
    progress.clear()
    if (note !== null) await write(terminal.stderr, `${note}\n`)
    return null
  }
  const { elapsedMs, seconds } = progress
  return {
    json: { file, avatars: avatarCount, seconds },
    text: `Exported ${quantity(avatarCount, 'avatar')} to ${file} in ${formatDuration(elapsedMs)}`,
    notes: [note],
  }
}
