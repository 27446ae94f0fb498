import { once } from 'node:events'
import { createDemoCatalog } from '../../../sim/src/demo/demo-catalog.ts'
import { SIMULATIONS, type SimulationName } from '../demo/simulations.ts'
import { errorCode } from '../kernel/error-code.ts'
import { systemClock } from '../platform/clock.ts'
import { type CliCommand, parseChoice, parseInteger } from './command.ts'
import { CommandError } from './exit.ts'
import { write } from './terminal.ts'

const PURPOSES: Record<SimulationName, string> = {
  platform: "the platform's API and its pictures",
  vrcx: 'another index of avatars, with the provider protocol of VRCX',
  avtrdb: 'another index of avatars, with the protocol of avtrDB',
  community: 'the site that signs people in',
  discord: 'the API of Discord',
  membership: 'the platform of supporters',
}

export function addSim(program: CliCommand): void {
  const { terminal } = program.context
  const names = Object.keys(SIMULATIONS)
  const simulators = Object.entries(PURPOSES).map(([name, purpose]) => `${name} (${purpose})`)
  const list = new Intl.ListFormat('en', { type: 'disjunction' }).format(simulators)
  program
    .command('sim')
    .summary('Simulate a service that Avatary talks to, until stopped')
    .description(
      `NAME is ${list}. They have the avatars and people of the demo. The settings for using them are printed first.`,
    )
    .argument('<NAME>', names.join(', '), text => parseChoice(text, 'NAME', names))
    .option('--port <N>', 'port to listen on (default: one that the system chooses)')
    .action(async (name: SimulationName, _: object, command: CliCommand) => {
      const port = portOf(command)
      const stopSignal = terminal.stopSignal()
      const catalog = createDemoCatalog()
      const simulation = SIMULATIONS[name]({ catalog, now: systemClock.now, port })
      const { server, settings } = await simulation.catch((error: unknown) => {
        if (errorCode(error) !== 'EADDRINUSE') throw error
        throw new CommandError(`Port ${port} is taken: give another --port.`)
      })
      const lines = Object.entries(settings).map(([variable, value]) => `${variable}=${value}\n`)
      await write(terminal.stdout, lines.join(''))
      if (!stopSignal.aborted) await once(stopSignal, 'abort')
      await server.stop()
      await write(terminal.stderr, `Answered ${server.requests.length} requests.\n`)
    })
}

/** The program itself has `--port`, for the setting `PORT`, and parses it first. */
function portOf(command: CliCommand): number {
  const { port = '0' } = command.optsWithGlobals<{ port?: string }>()
  return parseInteger(port, '--port', { min: 0, max: 65_535 })
}
