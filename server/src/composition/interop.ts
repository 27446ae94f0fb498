import type { CatalogView } from '../avatars/index.ts'
import type { Config } from '../config/config.ts'
import type { CatalogSearch } from '../slices/catalog/index.ts'
import { feedHandlers } from '../slices/feeds/index.ts'
import { vrcxHandlers } from '../slices/interop/index.ts'
import type { Part } from './part.ts'

export interface InteropDeps {
  config: Config
  view: CatalogView
  search: CatalogSearch
}

/** What other programs speak already, put together. */
export function composeInterop({ config, view, search }: InteropDeps): Part {
  const { publicUrl } = config.http
  return { handlers: { ...vrcxHandlers({ view, search }), ...feedHandlers({ view, publicUrl }) } }
}
