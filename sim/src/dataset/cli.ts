import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { createDataset } from './dataset.ts'

const USAGE = `Usage: node sim/src/dataset/cli.ts [COUNT] [options]

Writes a synthetic catalog of COUNT avatars (default 10000) as NDJSON to standard output.

  --seed=N         another catalog of the same kind (default 1)
  --start=N        first record to write (default 0)
  --count=N        records to write (default: up to COUNT)
  --shape=SHAPE    record (default) or platform, the shape of the platform's API
  --now=DATE       no record is newer than this date (default 2026-11-20)
  --help           this text
`
const BATCH_CHARACTERS = 256 * 1024

const SHAPES = ['record', 'platform'] as const
type Shape = (typeof SHAPES)[number]

class UsageError extends Error {}

function integer(name: string, text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new UsageError(`${name} must be a whole number, not "${text}".`)
  return Number(text)
}

function readArguments(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      seed: { type: 'string', default: '1' },
      start: { type: 'string', default: '0' },
      count: { type: 'string' },
      shape: { type: 'string', default: 'record' },
      now: { type: 'string', default: '2026-11-20T00:00:00Z' },
      help: { type: 'boolean', default: false },
    },
  })
  if (positionals.length > 1) throw new UsageError('Give one COUNT.')
  const size = integer('COUNT', positionals[0] ?? '10000')
  const start = integer('--start', values.start)
  const now = Date.parse(values.now)
  if (Number.isNaN(now)) throw new UsageError(`--now must be a date, not "${values.now}".`)
  const shape = SHAPES.find(known => known === values.shape)
  if (shape === undefined) throw new UsageError(`--shape must be one of: ${SHAPES.join(', ')}.`)
  const count = values.count === undefined ? size - start : integer('--count', values.count)
  const end = Math.min(size, start + count)
  return { help: values.help, size, seed: integer('--seed', values.seed), now, shape, start, end }
}

async function write(options: ReturnType<typeof readArguments>): Promise<void> {
  const { start, end, shape, ...datasetOptions } = options
  const dataset = createDataset(datasetOptions)
  const recordOf: Record<Shape, (index: number) => object> = {
    record: dataset.record,
    platform: dataset.platformRecord,
  }
  let batch = ''
  for (let index = start; index < end; index++) {
    batch += `${JSON.stringify(recordOf[shape](index))}\n`
    if (batch.length < BATCH_CHARACTERS && index < end - 1) continue
    if (!process.stdout.write(batch)) await once(process.stdout, 'drain')
    batch = ''
  }
}

function isUsageError(error: unknown): error is Error {
  return (
    error instanceof UsageError ||
    (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
  )
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})
try {
  const options = readArguments(process.argv.slice(2))
  if (options.help) process.stdout.write(USAGE)
  else await write(options)
} catch (error) {
  if (!isUsageError(error)) throw error
  console.error(`${error.message}\nTry --help.`)
  process.exitCode = 2
}
