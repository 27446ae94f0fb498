import { type ComponentType, lazy } from 'react'
import { SearchPage } from '../features/search/page.tsx'
import { AdminGate } from './admin-gate.tsx'

interface PageRoute {
  readonly path: string
  readonly page: ComponentType<{ readonly id: string }>
}

const AvatarPage = lazy(() =>
  import('../features/avatar/page.tsx').then(module => ({ default: module.AvatarPage })),
)

const InsightsPage = lazy(() =>
  import('../features/insights/page.tsx').then(module => ({ default: module.InsightsPage })),
)

const WorldsPage = lazy(() =>
  import('../features/worlds/page.tsx').then(module => ({ default: module.WorldsPage })),
)

const CreatorPage = lazy(() =>
  import('../features/creator/page.tsx').then(module => ({ default: module.CreatorPage })),
)

const SubmitPage = lazy(() =>
  import('../features/submit/page.tsx').then(module => ({ default: module.SubmitPage })),
)

const SavedPage = lazy(() =>
  import('../features/saved/page.tsx').then(module => ({ default: module.SavedPage })),
)

const AccountPage = lazy(() =>
  import('../features/account/page.tsx').then(module => ({ default: module.AccountPage })),
)

const StudioPage = lazy(() =>
  import('../features/studio/page.tsx').then(module => ({ default: module.StudioPage })),
)

const DiscordPage = lazy(() =>
  import('../features/discord/page.tsx').then(module => ({ default: module.DiscordPage })),
)

/** The pages by their paths, for one parameter at most. */
export const PAGE_ROUTES: readonly PageRoute[] = [
  { path: '/', page: SearchPage },
  { path: '/avatar/:id', page: AvatarPage },
  { path: '/creator/:id', page: CreatorPage },
  { path: '/insights', page: InsightsPage },
  { path: '/submit', page: SubmitPage },
  { path: '/saved', page: SavedPage },
  { path: '/account', page: AccountPage },
  { path: '/account/:id', page: AccountPage },
  { path: '/studio', page: StudioPage },
  { path: '/docs/worlds', page: WorldsPage },
  { path: '/dashboard', page: DiscordPage },
  { path: '/linked-roles', page: DiscordPage },
  { path: '/admin/:id', page: AdminGate },
]
