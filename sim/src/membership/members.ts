import { Random } from '../dataset/random.ts'

/** Patreon v2, resources: `Tier`. */
export interface SimTier {
  readonly id: string
  readonly title: string
  readonly amountCents: number
}

/** Patreon v2, resources: `Member`, with its user. */
export interface SimMember {
  readonly id: string
  readonly userId: string
  readonly fullName: string
  /** Null when the user has never paid. */
  readonly status: 'active_patron' | 'declined_patron' | 'former_patron' | null
  /** Tiers that the member pays for; none after the end of the membership. */
  readonly tierIds: readonly string[]
  /** Id of the Discord account that the user has linked. */
  readonly discordId: string | null
}

export const DEMO_TIERS: readonly SimTier[] = [
  { id: '9001', title: 'Gold Fox', amountCents: 2500 },
  { id: '9002', title: 'Silver Fox', amountCents: 1000 },
  { id: '9003', title: 'Friend', amountCents: 300 },
]

/** Sequence of random numbers for members; only records of another kind must not have the same. */
const MEMBER_STREAM = 31
const FIRST_NAMES =
  'Aiko Ben Chloé Dmitri Emma Farid Grace Hana Ivo Jun Kira Léa Mateo Noor Olu Priya Quinn Rosa Sora Tove Uma Wren 李 桜'.split(
    ' ',
  )
const LAST_NAMES =
  'Abe Berg Costa Díaz Evans Fischer Garcia Hughes Ito Jansen Kowalski Lund Moreau Nguyen Okafor Petrov Rossi Sato Turner Yilmaz'.split(
    ' ',
  )

/** Makes members of a campaign from a seed. */
export function createMembers({ count, seed }: { count: number; seed: number }): SimMember[] {
  const random = new Random()
  return Array.from({ length: count }, (_, index) => {
    random.startAt(seed, MEMBER_STREAM, index)
    const id = random.uuid()
    const status = statusOf(random.below(10))
    const tier = DEMO_TIERS[Math.min(random.below(6), DEMO_TIERS.length - 1)]!
    return {
      id,
      userId: String(10_000_000 + index),
      fullName: `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`,
      status,
      tierIds: status === 'active_patron' ? [tier.id] : [],
      discordId: random.chance(0.5) ? `8${String(random.uint32()).padStart(17, '0')}` : null,
    }
  })
}

/** Six of ten members are active. @param tenth from 0 to 9. */
function statusOf(tenth: number): SimMember['status'] {
  if (tenth < 6) return 'active_patron'
  return tenth === 6 ? 'declined_patron' : tenth === 7 ? null : 'former_patron'
}
