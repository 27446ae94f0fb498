import type { CliCommand } from './command.ts'

export function addServe(program: CliCommand): void {
  const { context } = program
  program
    .command('serve')
    .summary('Serve the catalog over HTTP until stopped')
    .description(`Serves the catalog over HTTP. SIGTERM or SIGINT (Ctrl-C) stop it gracefully: answers under way end, and what waits is
written. Before, SIGTERM sends clients elsewhere for DRAIN_MS.`)
    .action(async () => {
      // The server is most of the program, and no other command needs it.
      const { serve } = await import('../serve.ts')
      await serve(context.config())
    })
}
