import { TERMS_PATH } from '../../kernel/addresses.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { BulkListing } from '../catalog/index.ts'
import { writeAll } from './forms.ts'
import { type WorldDeps, worldHandlers } from './handlers.ts'
import { RandomAvatars } from './random-avatars.ts'
import { RisingAvatars, type RisingRanking } from './rising.ts'

interface OpenWorldDeps extends Pick<SystemDeps, 'random'>, Omit<WorldDeps, 'all' | 'rising' | 'random'> {
  config: { readonly http: { readonly publicUrl: string } }
  fastestRising: RisingRanking
}

/** Opens the endpoints for worlds. */
export function openWorld(deps: OpenWorldDeps) {
  const { config, clock, random, view, fastestRising } = deps
  const termsUrl = config.http.publicUrl + TERMS_PATH
  const handlers = worldHandlers({
    ...deps,
    all: new BulkListing({ view, clock, termsUrl, write: writeAll(clock) }),
    rising: new RisingAvatars({ fastestRising, view, clock }),
    random: new RandomAvatars({ view, random }),
  })
  return { handlers }
}
