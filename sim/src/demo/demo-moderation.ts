/** A report about an avatar of the demo catalog, by its index. */
export interface DemoReport {
  readonly avatar: number
  readonly reason: 'stolen' | 'explicit' | 'harmful' | 'wrong_data' | 'other'
  readonly text?: string
  readonly hoursAgo: number
}

/** Open reports of every reason, oldest first. */
export const DEMO_REPORTS: readonly DemoReport[] = [
  { avatar: 71, reason: 'other', text: 'Is this the same as the one in the shop?', hoursAgo: 75 },
  { avatar: 5, reason: 'stolen', text: 'This is my model, sold only on Booth. 無断転載です。', hoursAgo: 52 },
  { avatar: 48, reason: 'wrong_data', text: 'Says Quest, but it does not load there.', hoursAgo: 30 },
  { avatar: 5, reason: 'stolen', hoursAgo: 20 },
  { avatar: 33, reason: 'harmful', text: 'Crashed everybody in the instance twice.', hoursAgo: 9 },
  { avatar: 33, reason: 'harmful', text: '炸房', hoursAgo: 8 },
  { avatar: 20, reason: 'explicit', text: '표시 없이 선정적입니다.', hoursAgo: 5 },
  { avatar: 5, reason: 'stolen', text: 'The original has another name.', hoursAgo: 2 },
]

/** A report that was dismissed. */
export const DEMO_DISMISSED_REPORT: DemoReport = {
  avatar: 90,
  reason: 'other',
  text: 'I do not like it.',
  hoursAgo: 60,
}

/** Blocks by the demo's operators, of subjects outside of its catalog. */
export const DEMO_BLOCKS = [
  {
    kind: 'avatar',
    id: 'avtr_00000000-0000-4000-8000-0000000000b1',
    reason: { kind: 'reported', reason: 'stolen' },
  },
  { kind: 'author', id: 'usr_00000000-0000-4000-8000-0000000000b2', reason: 'uploads crashers' },
] as const

/** A creator who has opted out. */
export const DEMO_OPT_OUT = 'usr_00000000-0000-4000-8000-0000000000b3'
