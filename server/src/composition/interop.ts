import type { CatalogSearch } from '../slices/catalog/search.ts'
import type { CatalogView } from '../slices/catalog/view.ts'
import { vrcxHandlers } from '../slices/interop/vrcx/handlers.ts'
import type { Part } from './part.ts'

export interface InteropDeps {
  view: CatalogView
  search: CatalogSearch
}

/** What other programs speak already, put together. */
export function composeInterop({ view, search }: InteropDeps): Part {
  return { handlers: vrcxHandlers({ view, search }) }
}
