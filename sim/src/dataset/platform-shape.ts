import { type Platform, RATINGS } from '@avatary/contract/avatar'
import { Random } from './random.ts'
import type { DatasetRecord } from './record.ts'

const PACKAGES_STREAM = 3
const BUILD_NAMES: Record<Platform, string> = { pc: 'standalonewindows', quest: 'android', ios: 'ios' }
const UNITY_VERSION = '2022.3.22f1'

/** A record as the platform's own API answers it. */
export function createPlatformShape(seed: number): (record: DatasetRecord, index: number) => object {
  const random = new Random()

  return (record, index) => {
    random.startAt(seed, PACKAGES_STREAM, index)
    const performance: Record<string, string | number> = {}
    const packages: object[] = []
    for (const platform of record.platforms) {
      const rating = record.performance[platform]
      if (rating !== undefined) {
        performance[BUILD_NAMES[platform]] = rating.replace(' ', '')
        performance[`${BUILD_NAMES[platform]}-sort`] = RATINGS.length - RATINGS.indexOf(rating)
      }
      packages.push({
        ...packageOf(platform, record.updated_at, random),
        performanceRating: rating?.replace(' ', '') ?? 'None',
        scanStatus: 'passed',
        variant: 'security',
      })
    }
    const impostors = random.chance(0.3) ? (['pc', 'quest', 'ios'] as const) : []
    for (const platform of impostors) {
      packages.push({
        ...packageOf(platform, record.updated_at, random),
        impostorizerVersion: '1.1.1',
        variant: 'impostor',
      })
    }
    const { platforms: _, ...fields } = record
    return {
      ...fields,
      performance,
      unityPackages: packages,
      unityPackageUrl: '',
      unityPackageUrlObject: {},
      styles: { primary: null, secondary: null },
      acknowledgements: '',
      attribution: null,
      featured: false,
      listingDate: null,
      searchable: false,
      version: 1 + random.below(60),
    }
  }
}

function packageOf(platform: Platform, createdAt: string, random: Random): object {
  return {
    id: `unp_${random.uuid()}`,
    platform: BUILD_NAMES[platform],
    assetVersion: 1,
    unityVersion: UNITY_VERSION,
    created_at: createdAt,
  }
}
