import { createMembers, DEMO_TIERS, type Membership } from '../membership/members.ts'
import { DEMO_DISCORD_USERS } from './demo-discord.ts'

const SEED = 20_26
const MADE_UP = 90

/** Members of the demo's campaign; the first Discord user of the demo is one of them. */
export function demoMembers(): Membership[] {
  const [user] = DEMO_DISCORD_USERS
  const known: Membership = {
    id: '00000000-0000-4000-8000-000000000001',
    userId: '1',
    fullName: 'Momo Example',
    status: 'active_patron',
    tierIds: [DEMO_TIERS[0]!.id],
    discordId: user?.id ?? null,
  }
  return [known, ...createMembers({ count: MADE_UP, seed: SEED })]
}
