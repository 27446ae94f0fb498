import { startProblem } from '../composition/start-problem.ts'
import type { CliCommand } from './command.ts'
import { CommandError } from './exit.ts'

export function addServe(program: CliCommand): void {
  const { context } = program
  program
    .command('serve')
    .summary('Serve the catalog over HTTP until stopped')
    .description(`Serves the catalog over HTTP. SIGTERM or SIGINT (Ctrl-C) stop it gracefully: running answers end, and pending writes are
saved. SIGTERM first reports the server as not ready for DRAIN_MS.`)
    .action(async () => {
      // The server is most of the code; other commands start faster without it.
      const { serve } = await import('../serve.ts')
      const config = context.config()
      await serve(config).catch(error => {
        throw new CommandError(startProblem(error, config.http))
      })
    })
}
