import { type Command, EXIT } from './command.ts'

export const serveCommand: Command = {
  name: 'serve',
  summary: 'Serve the catalog over HTTP until stopped',
  places: [],
  options: {},
  details:
    'SIGTERM or SIGINT (Ctrl-C) stop it gracefully: answers under way end, and what waits is written. Before, SIGTERM sends clients elsewhere for DRAIN_MS.',
  async run({ config }) {
    // The server is most of the program, and no other command needs it.
    const { serve } = await import('../serve.ts')
    await serve(config)
    return EXIT.ok
  },
}
