/** A placement for the admin interface. For an avatar, `subject` is its index in the demo catalog. */
export interface DemoPlacement {
  readonly subject: number | string
  readonly weight: number
  /** Days from now; negative for the past. */
  readonly startsInDays: number
  /** Null until it is removed. */
  readonly endsInDays: number | null
  readonly name?: string
  readonly description?: string
}

const group = (n: number) => `grp_00000000-0000-4000-8000-00000000000${n}`

/** Active placements, one that has ended, and one that has not begun. */
export const DEMO_PLACEMENTS: readonly DemoPlacement[] = [
  { subject: 3, weight: 100, startsInDays: -2, endsInDays: 28 },
  { subject: 13, weight: 40, startsInDays: -5, endsInDays: 25 },
  { subject: 12, weight: 40, startsInDays: -1, endsInDays: 29 },
  { subject: 42, weight: 10, startsInDays: -9, endsInDays: null },
  { subject: 57, weight: 60, startsInDays: -40, endsInDays: -10 },
  { subject: 64, weight: 80, startsInDays: 7, endsInDays: 37 },
  {
    subject: group(1),
    weight: 50,
    startsInDays: -3,
    endsInDays: 27,
    name: 'Foxhole Builders',
    description: 'Weekly avatar making, beginners welcome.',
  },
  {
    subject: group(2),
    weight: 20,
    startsInDays: -3,
    endsInDays: null,
    name: '桜アバター会',
    description: '毎週金曜日にアバターの集まりがあります。',
  },
]

/** Display names of the demo's staff in worlds. */
export const DEMO_STAFF: readonly string[] = ['Momo', 'Avatary Staff', '狐のサポート']
