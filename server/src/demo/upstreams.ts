import type { DemoCatalog } from '../../../sim/src/demo/demo-catalog.ts'
import { drawThumbnail } from '../../../sim/src/platform/thumbnail.ts'
import { type Config, loadConfig } from '../config/config.ts'
import type { Clock } from '../kernel/clock.ts'
import { Semaphore } from '../kernel/semaphore.ts'
import { SIMULATIONS, type SimulationName } from './simulations.ts'

export interface DemoDeps {
  readonly catalog: DemoCatalog
  readonly clock: Clock
  /** Draws the picture of a file in the given width. */
  readonly draw?: typeof drawThumbnail
}

interface DemoUpstream {
  readonly name: string
  readonly simulation: SimulationName
  readonly isNeeded: (config: Config) => boolean
  /** Returns the configuration with this upstream taken from another one. */
  readonly withUpstreamOf: (config: Config, source: Config) => Config
}

const DEMO_UPSTREAMS: readonly DemoUpstream[] = [
  {
    name: 'platform',
    simulation: 'platform',
    isNeeded: ({ platform }) => platform.account === null,
    withUpstreamOf: (config, { platform: { apiUrl, account } }) => ({
      ...config,
      platform: { ...config.platform, apiUrl, account },
    }),
  },
  {
    name: 'external index',
    simulation: 'vrcx',
    isNeeded: ({ externalIndex }) => externalIndex.url === null,
    withUpstreamOf: (config, { externalIndex: { url, kind } }) => ({
      ...config,
      externalIndex: { ...config.externalIndex, url, kind },
    }),
  },
  {
    name: 'community site',
    simulation: 'community',
    isNeeded: ({ community }) => community === null,
    withUpstreamOf: (config, { community, adminUserIds }) => ({
      ...config,
      community,
      adminUserIds: [...config.adminUserIds, ...adminUserIds],
    }),
  },
  {
    name: 'membership platform',
    simulation: 'membership',
    isNeeded: ({ membership }) => membership.campaign === null,
    withUpstreamOf: (config, { membership: { apiUrl, campaign } }) => ({
      ...config,
      membership: { ...config.membership, apiUrl, campaign },
    }),
  },
  {
    name: 'Discord',
    simulation: 'discord',
    isNeeded: ({ discord }) => discord.client === null && discord.publicKey === null,
    withUpstreamOf: (config, { discord }) => ({ ...config, discord }),
  },
]

export interface SimulatedUpstreams extends AsyncDisposable {
  /** The configuration, with simulators in place of upstreams that are not configured. */
  readonly config: Config
  readonly names: readonly string[]
}

export async function simulateUpstreams(
  config: Config,
  { catalog, clock, draw = drawThumbnail }: DemoDeps,
): Promise<SimulatedUpstreams> {
  const neededUpstreams = DEMO_UPSTREAMS.filter(({ isNeeded }) => isNeeded(config))
  // Drawing several at once would occupy all threads of the pool that also reads files.
  const drawing = new Semaphore(1)
  const options = {
    catalog,
    now: () => clock.now(),
    draw: (file: string, size: number) => drawing.run(() => draw(file, size, 'webp')),
    // Drawing and converting PNG would occupy two cores when a page of many pictures is opened.
    pictureFormat: 'webp' as const,
    // Differs at each start, so that stored tokens of an earlier start are invalid.
    discordSeed: `demo-${clock.now()}`,
  }
  await using simulators = new AsyncDisposableStack()
  const configurers = await Promise.all(
    neededUpstreams.map(async ({ simulation, withUpstreamOf }) => {
      const { server, settings } = await SIMULATIONS[simulation](options)
      simulators.defer(() => server.stop())
      const loadedConfig = loadConfig(settings)
      if (loadedConfig.kind === 'problems') throw new Error(loadedConfig.problems.join('\n'))
      return (config: Config) => withUpstreamOf(config, loadedConfig.config)
    }),
  )
  const openSimulators = simulators.move()
  return {
    config: configurers.reduce((config, configure) => configure(config), config),
    names: neededUpstreams.map(({ name }) => name),
    [Symbol.asyncDispose]: () => openSimulators.disposeAsync(),
  }
}
