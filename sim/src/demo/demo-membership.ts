import { createMembers, DEMO_TIERS, type SimMember } from '../membership/members.ts'
import { DEMO_DISCORD_USERS } from './demo-discord.ts'

const SEED = 2026
const GENERATED_MEMBER_COUNT = 90

/** Members of the demo's campaign; the first Discord user of the demo is one of them. */
export function demoMembers(): SimMember[] {
  const [user] = DEMO_DISCORD_USERS
  const knownMember: SimMember = {
    id: '00000000-0000-4000-8000-000000000001',
    userId: '1',
    fullName: 'Momo Example',
    status: 'active_patron',
    tierIds: [DEMO_TIERS[0]!.id],
    discordId: user?.id ?? null,
  }
  return [knownMember, ...createMembers({ count: GENERATED_MEMBER_COUNT, seed: SEED })]
}
