import type { RouteContract } from '../route.ts'
import { accountRoutes } from './account.ts'
import { catalogRoutes } from './catalog.ts'
import { creatorRoutes } from './creator.ts'
import { discordRoutes } from './discord.ts'
import { eventRoutes } from './events.ts'
import { feedRoutes } from './feeds.ts'
import { healthRoutes } from './health.ts'
import { identityRoutes } from './identity.ts'
import { imageRoutes } from './images.ts'
import { insightsRoutes } from './insights.ts'
import { interopRoutes } from './interop.ts'
import { moderationRoutes } from './moderation.ts'
import { oauthRoutes } from './oauth.ts'
import { promotionRoutes } from './promotions.ts'
import { serviceRoutes } from './service.ts'
import { submissionRoutes } from './submission.ts'
import { trackingRoutes } from './tracking.ts'
import { worldRoutes } from './world.ts'

/** Every route, keyed by its id, with the exact types of its schemas. */
export const ROUTES_BY_ID = {
  ...catalogRoutes,
  ...eventRoutes,
  ...trackingRoutes,
  ...imageRoutes,
  ...submissionRoutes,
  ...moderationRoutes,
  ...insightsRoutes,
  ...worldRoutes,
  ...accountRoutes,
  ...identityRoutes,
  ...creatorRoutes,
  ...discordRoutes,
  ...oauthRoutes,
  ...interopRoutes,
  ...feedRoutes,
  ...promotionRoutes,
  ...healthRoutes,
  ...serviceRoutes,
} as const
export type RoutesById = typeof ROUTES_BY_ID
export type RouteId = keyof RoutesById

/** Every route, in the order of the reference. */
export const ROUTES: readonly RouteContract[] = Object.values(ROUTES_BY_ID)
