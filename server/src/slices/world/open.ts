import { TERMS_PATH } from '../../kernel/addresses.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { BulkListing } from '../catalog/index.ts'
import { bulkPageWriter } from './forms.ts'
import { type WorldDeps, worldHandlers } from './handlers.ts'
import { RandomAvatars } from './random-avatars.ts'
import { RisingAvatars, type RisingRanking } from './rising.ts'

interface OpenWorldDeps
  extends Pick<SystemDeps, 'random'>,
    Omit<WorldDeps, 'bulkListing' | 'rising' | 'random'> {
  config: { readonly http: { readonly publicUrl: string } }
  fastestRising: RisingRanking
}

export function openWorld(deps: OpenWorldDeps) {
  const { config, clock, random, view, fastestRising } = deps
  const termsUrl = config.http.publicUrl + TERMS_PATH
  const handlers = worldHandlers({
    ...deps,
    bulkListing: new BulkListing({ view, clock, termsUrl, write: bulkPageWriter(clock) }),
    rising: new RisingAvatars({ fastestRising, view, clock }),
    random: new RandomAvatars({ view, random }),
  })
  return { handlers }
}
