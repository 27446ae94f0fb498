import { spawn } from 'node:child_process'
import { statfsSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'

/** The user that runs programs when the tests run as root, because PostgreSQL refuses to run as root. */
const UNPRIVILEGED_USER = 'postgres'
const RAM_DISK = '/dev/shm'

/**
 * Starts a program that tests use, PostgreSQL or Redis, under a guard: a shell that waits for the end of its standard
 * input. However this process ends (even by `kill -9`), the kernel closes that pipe, and the guard stops the program
 * and deletes its folder. It has a session of its own, so that Ctrl-C reaches only this process.
 * @param options.start shell commands that start the program in the folder `$folder` and return once it answers.
 * @param options.stop shell commands that stop it.
 * @returns the folder.
 */
export async function startGuarded(options: {
  name: string
  start: string
  stop: string
  dropRoot: boolean
}): Promise<string> {
  const script = `
    set -e
    folder=$(mktemp -d "$1/avatary-${options.name}-XXXXXX")
    exec 3>&1 >"$folder/log" 2>&1
    ended() { set +e; trap '' EXIT; ${options.stop}; [ "$ready" ] || cat "$folder/log" >&3; rm -rf "$folder"; }
    trap ended EXIT
    trap 'exit 1' INT TERM HUP
    ${options.start}
    ready=1
    echo "ready $folder" >&3
    cat
  `
  const [command, ...args] = options.dropRoot ? asProgramUser(['sh']) : ['sh']
  const guard = spawn(command!, [...args, '-c', script, 'guard', parentFolder()], {
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const folder = await firstAnswer(guard.stdout, options.name)
  guard.unref()
  guard.stdout.destroy()
  if (guard.stdin instanceof Socket) guard.stdin.unref()
  return folder
}

/** Wraps a command so that it runs as the user of these programs. */
export function asProgramUser(command: readonly string[]): readonly string[] {
  if (process.getuid?.() !== 0) return command
  return [
    'setpriv',
    `--reuid=${UNPRIVILEGED_USER}`,
    `--regid=${UNPRIVILEGED_USER}`,
    '--init-groups',
    ...command,
  ]
}

/**
 * The folder that contains the folders of programs: a RAM disk if it has a gigabyte to spare, because creating a
 * PostgreSQL database there takes a tenth of the time.
 */
function parentFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(RAM_DISK)
    return bavail * bsize > 2 ** 30 ? RAM_DISK : tmpdir()
  } catch {
    return tmpdir()
  }
}

async function firstAnswer(output: NodeJS.ReadableStream, name: string): Promise<string> {
  let text = ''
  for await (const chunk of output) {
    text += chunk
    const ready = /^ready (.+)\n/m.exec(text)
    if (ready !== null) return ready[1]!
  }
  throw new Error(`${name} did not start:\n${text}`)
}
