import { createDataset } from '../dataset/dataset.ts'
import { Random, scramble } from '../dataset/random.ts'
import type { DatasetRecord } from '../dataset/record.ts'
import type { PlatformAvatar } from '../platform/platform-sim.ts'

const SEED = 2026
/** The stream of random numbers for activity, see `Random.startAt`. */
const ACTIVITY_STREAM = 21
/** The newest date, fixed so that every start generates the same avatars. */
const NEWEST_DATE_MS = Date.UTC(2026, 10, 20)
const INDEXED_COUNT = 2400
const SUBMITTABLE_COUNT = 300
const EXTERNAL_COUNT = 900

/** The events of an avatar on one day. */
export interface DemoActivity {
  impressions: number
  views: number
  outbound: number
  wears: number
  likes: number
  favorites: number
}

/** Avatars and activity of the demo, the same at every start. */
export interface DemoCatalog {
  readonly indexedAvatars: readonly PlatformAvatar[]
  /** Avatars on the platform that are not in the index yet. */
  readonly submittableAvatars: readonly PlatformAvatar[]
  /** Avatars that only the external index and the platform have. */
  readonly externalRecords: readonly DatasetRecord[]
  /** The external avatars as the platform answers them. */
  readonly externalAvatars: readonly PlatformAvatar[]
  /** Events of an indexed avatar on the day `daysAgo`; 0 is today. */
  activity(index: number, daysAgo: number): DemoActivity
}

export function createDemoCatalog(): DemoCatalog {
  const firstExternal = INDEXED_COUNT + SUBMITTABLE_COUNT
  const dataset = createDataset({ size: firstExternal + EXTERNAL_COUNT, seed: SEED, now: NEWEST_DATE_MS })
  const presentableRecords = Array.from({ length: dataset.size }, (_, index) => ({
    index,
    avatar: dataset.platformRecord(index) as PlatformAvatar,
  })).filter(({ avatar }) => isPresentable(avatar))
  const avatars = presentableRecords.map(({ avatar }) => avatar)
  return {
    indexedAvatars: avatars.slice(0, INDEXED_COUNT),
    submittableAvatars: avatars.slice(INDEXED_COUNT, firstExternal),
    externalRecords: presentableRecords.slice(firstExternal).map(({ index }) => dataset.record(index)),
    externalAvatars: avatars.slice(firstExternal),
    activity: (index, daysAgo) => activityOf(index, daysAgo),
  }
}

function isPresentable({ releaseStatus, thumbnailImageUrl }: PlatformAvatar): boolean {
  return releaseStatus === 'public' && thumbnailImageUrl !== ''
}

/** Draws activity: a few avatars have most of the views, weekends are busier, and each avatar has its own trend. */
function activityOf(index: number, daysAgo: number): DemoActivity {
  const random = new Random().startAt(SEED, ACTIVITY_STREAM, index * 512 + daysAgo)
  const rank = (scramble(index + 1) % INDEXED_COUNT) + 1
  const popularity = 900 / rank ** 0.75
  const dailyGrowth = 1 + ((scramble(index ^ 0x5eed) % 200) - 100) / 100 / 60
  const weekendFactor = daysAgo % 7 < 2 ? 1.5 : 1
  const expectedViews = popularity * dailyGrowth ** -daysAgo * weekendFactor
  const draw = (mean: number) => Math.max(0, Math.round(mean + Math.sqrt(mean) * random.gaussian()))
  const views = draw(expectedViews)
  return {
    impressions: draw(views * 9 + expectedViews),
    views,
    outbound: draw(views * 0.18),
    wears: draw(views * 0.05),
    likes: draw(views * 0.03),
    favorites: draw(views * 0.02),
  }
}
