import type { ComponentType } from 'react'
import { SearchPage } from '../features/search/page.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { SkeletonGrid, SkeletonLines } from '../ui/skeleton-grid.tsx'
import { AdminGate } from './admin-gate.tsx'

interface PageRoute {
  readonly path: string
  readonly page: ComponentType<{ readonly id: string }>
}

export const AvatarPage = lazyPart(
  () => import('../features/avatar/page.tsx'),
  'AvatarPage',
  SkeletonLines,
  'avatar',
)
const InsightsPage = lazyPart(() => import('../features/insights/page.tsx'), 'InsightsPage', SkeletonLines)
const WorldsPage = lazyPart(() => import('../features/worlds/page.tsx'), 'WorldsPage', SkeletonLines)
const CreatorPage = lazyPart(
  () => import('../features/creator/page.tsx'),
  'CreatorPage',
  SkeletonGrid,
  'creator',
)
const SubmitPage = lazyPart(
  () => import('../features/submit/page.tsx'),
  'SubmitPage',
  SkeletonLines,
  'account',
)
const SavedPage = lazyPart(() => import('../features/saved/page.tsx'), 'SavedPage', SkeletonGrid, 'saved')
const AccountPage = lazyPart(
  () => import('../features/account/page.tsx'),
  'AccountPage',
  SkeletonLines,
  'account',
)
const StudioPage = lazyPart(() => import('../features/studio/page.tsx'), 'StudioPage', SkeletonLines)
const DiscordPage = lazyPart(() => import('../features/discord/page.tsx'), 'DiscordPage', SkeletonLines)

/** The pages by path; a path has at most one parameter, an id or the name of a section. */
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
