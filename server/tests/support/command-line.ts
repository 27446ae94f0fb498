import { Readable, Writable } from 'node:stream'
import { runCommandLine } from '../../src/cli/command-line.ts'

export interface CommandOutcome {
  code: number
  stdout: string
  stderr: string
}

export interface CommandOptions {
  env?: Record<string, string>
  stdin?: string
  /** Aborted to stop the command. */
  signal?: AbortSignal
  /** Called with everything written to either stream, as it is written. */
  onOutput?: (text: string) => void
}

/** Runs the command line in this process, with streams of its own. */
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
    env,
    terminal: {
      stdin: Readable.from([Buffer.from(stdin)]),
      stdout: sink('stdout'),
      stderr: sink('stderr'),
      isScreen: false,
      stopSignal: () => signal,
    },
  })
  return { code, ...written }
}
