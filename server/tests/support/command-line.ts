import { Readable, Writable } from 'node:stream'
import { runCommandLine } from '../../src/cli/command-line.ts'
import { exportCommand } from '../../src/cli/export.ts'
import { importCommand } from '../../src/cli/import.ts'
import { migrateCommand } from '../../src/cli/migrate.ts'
import { mirrorCommand } from '../../src/cli/mirror.ts'
import { moderateCommand } from '../../src/cli/moderate.ts'
import { serveCommand } from '../../src/cli/serve.ts'
import { simCommand } from '../../src/cli/sim.ts'

export interface CommandOutcome {
  code: number
  stdout: string
  stderr: string
}

export interface CommandOptions {
  env?: Record<string, string>
  stdin?: string
  /** Aborted when the command is to stop. */
  signal?: AbortSignal
  /** Shown everything written to either stream, as it is written. */
  onOutput?: (text: string) => void
}

/** The command line in this process, with streams of its own. */
export async function avatary(
  args: readonly string[],
  { env = {}, stdin = '', signal = new AbortController().signal, onOutput }: CommandOptions = {},
): Promise<CommandOutcome> {
  const written = { stdout: '', stderr: '' }
  const sink = (name: 'stdout' | 'stderr') =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        written[name] += chunk.toString()
        onOutput?.(chunk.toString())
        done()
      },
    })
  const code = await runCommandLine(args, {
    commands: [
      serveCommand,
      importCommand,
      exportCommand,
      mirrorCommand,
      moderateCommand,
      migrateCommand,
      simCommand,
    ],
    env,
    terminal: {
      stdin: Readable.from([Buffer.from(stdin)]),
      stdout: sink('stdout'),
      stderr: sink('stderr'),
      isScreen: false,
      stopping: () => signal,
    },
  })
  return { code, ...written }
}
