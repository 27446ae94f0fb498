import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { TERMS_LINE } from '@avatary/contract/terms'
import { systemClock } from '../platform/clock.ts'
import { exportCatalog } from '../slices/interop/index.ts'
import { openCatalog } from './catalog.ts'
import { type Command, CommandError, type CommandInput, EXIT, type ExitCode } from './command.ts'
import { progressOn } from './progress.ts'
import { refuseStaticOptions, runStatic, STATIC_DETAILS, STATIC_OPTIONS } from './static-export.ts'
import { formatCount, formatDuration, write } from './terminal.ts'

export const exportCommand: Command = {
  name: 'export',
  summary: 'Write the catalog as NDJSON to a file, or to standard output (-)',
  places: ['FILE?'],
  options: {
    all: { help: 'hidden avatars too, marked; an import keeps them hidden' },
    ...STATIC_OPTIONS,
    json: { help: 'print what was done as one JSON object (with a FILE)' },
  },
  details: `One avatar a line, oldest first, below a line with the terms of use. "import" makes the same catalog of it.
A file appears under its name only when it is complete. It may run while the server does.

${STATIC_DETAILS}`,
  run: input => (input.options.static === undefined ? runExport(input) : runStatic(input)),
}

async function runExport({
  places: [name = '-'],
  options,
  config,
  terminal,
}: CommandInput): Promise<ExitCode> {
  refuseStaticOptions(options)
  await using catalog = await openCatalog(config)
  const signal = terminal.stopping()
  const progress = progressOn(terminal, 'avatars')
  const { indexed } = await catalog.store.countRows()
  const terms = `${TERMS_LINE} ${config.http.publicUrl}/terms`
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
    else await intoFile(name, writeAll)
  } catch (error) {
    if (signal.aborted) throw new CommandError('Stopped; nothing was written.')
    throw error
  } finally {
    progress.clear()
  }
  if (name !== '-') await tell()
  return EXIT.ok

  async function tell(): Promise<void> {
    const { elapsedMs } = progress
    const text = options.json
      ? JSON.stringify({ file: name, avatars, seconds: Math.round(elapsedMs) / 1000 })
      : `Exported ${formatCount(avatars)} avatars to ${name} in ${formatDuration(elapsedMs)}`
    await write(terminal.stdout, `${text}\n`)
  }
}

/** Writes beside the file and puts the whole in its place. */
async function intoFile(path: string, fill: (out: Writable) => Promise<void>): Promise<void> {
  const part = `${path}.part`
  const out = createWriteStream(part)
  try {
    await Promise.race([fill(out), finished(out)])
    out.end()
    await finished(out)
    await rename(part, path)
  } catch (error) {
    out.destroy()
    await rm(part, { force: true })
    const { code, message } = error as NodeJS.ErrnoException
    throw code === undefined ? error : new CommandError(`${path} cannot be written: ${message}`)
  }
}
