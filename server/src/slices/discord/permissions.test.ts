import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PermissionFlagsBits as P } from 'discord-api-types/v10'
import type { ApiGuild } from './api-shapes.ts'
import {
  ALL_PERMISSIONS,
  canAnswerIn,
  channelPermissions,
  isAdministrator,
  type Member,
  type Overwrite,
  serverPermissions,
} from './permissions.ts'

const SERVER = '1'
const OWNER = '10'
const BOT = '20'
const BASE = P.ViewChannel | P.SendMessages | P.EmbedLinks | P.AttachFiles | P.ReadMessageHistory

const role = (id: string, permissions: bigint) => ({ id, permissions: String(permissions) })
const of = (kind: 'role' | 'member', id: string, { allow = 0n, deny = 0n }): Overwrite => ({
  type: kind === 'role' ? 0 : 1,
  id,
  allow: String(allow),
  deny: String(deny),
})
const everyone = (change: { allow?: bigint; deny?: bigint }) => of('role', SERVER, change)

interface Case {
  name: string
  roles?: readonly ReturnType<typeof role>[]
  has?: readonly string[]
  id?: string
  isTimedOut?: boolean
  overwrites?: readonly Overwrite[]
  expected: bigint
}

const FULL = BASE
const READ = P.ViewChannel | P.ReadMessageHistory

/** One row per step of the order that Discord documents ("Permissions"). */
const CASES: readonly Case[] = [
  { name: 'everybody has what the role of the server gives', expected: FULL },
  { name: 'a role adds', roles: [role('2', P.ManageGuild)], has: ['2'], expected: FULL | P.ManageGuild },
  { name: 'a role that the member lacks adds nothing', roles: [role('2', P.ManageGuild)], expected: FULL },
  { name: 'the owner may do everything', id: OWNER, expected: ALL_PERMISSIONS },
  {
    name: 'the owner may do everything whatever a channel denies',
    id: OWNER,
    overwrites: [everyone({ deny: ALL_PERMISSIONS })],
    expected: ALL_PERMISSIONS,
  },
  {
    name: 'an administrator may do everything',
    roles: [role('2', P.Administrator)],
    has: ['2'],
    expected: ALL_PERMISSIONS,
  },
  {
    name: 'an administrator may do everything whatever a channel denies',
    roles: [role('2', P.Administrator)],
    has: ['2'],
    overwrites: [everyone({ deny: FULL }), of('member', BOT, { deny: FULL })],
    expected: ALL_PERMISSIONS,
  },
  {
    name: 'a channel does not make an administrator',
    overwrites: [of('member', BOT, { allow: P.Administrator })],
    expected: FULL | P.Administrator,
  },
  {
    name: 'a channel denies everybody',
    overwrites: [everyone({ deny: P.SendMessages })],
    expected: READ,
  },
  {
    name: 'a channel allows everybody',
    overwrites: [everyone({ allow: P.AddReactions })],
    expected: FULL | P.AddReactions,
  },
  {
    name: 'what everybody is allowed outweighs what everybody is denied',
    overwrites: [everyone({ allow: P.SendMessages, deny: P.SendMessages })],
    expected: FULL,
  },
  {
    name: 'a role outweighs everybody',
    has: ['2'],
    overwrites: [everyone({ deny: P.SendMessages }), of('role', '2', { allow: P.SendMessages })],
    expected: FULL,
  },
  {
    name: 'the order of the list means nothing',
    has: ['2'],
    overwrites: [of('role', '2', { allow: P.SendMessages }), everyone({ deny: P.SendMessages })],
    expected: FULL,
  },
  {
    name: "a role's denial outweighs what everybody is allowed",
    has: ['2'],
    overwrites: [everyone({ allow: P.SendMessages }), of('role', '2', { deny: P.SendMessages })],
    expected: READ,
  },
  {
    name: 'one role that allows outweighs all that deny',
    has: ['2', '3'],
    overwrites: [of('role', '2', { allow: P.SendMessages }), of('role', '3', { deny: P.SendMessages })],
    expected: FULL,
  },
  {
    name: 'one role that allows outweighs those that deny, listed first or last',
    has: ['2', '3'],
    overwrites: [of('role', '3', { deny: P.SendMessages }), of('role', '2', { allow: P.SendMessages })],
    expected: FULL,
  },
  {
    name: 'a role that the member lacks denies nothing',
    overwrites: [of('role', '3', { deny: P.SendMessages })],
    expected: FULL,
  },
  {
    name: 'a role that the member lacks allows nothing',
    overwrites: [everyone({ deny: P.SendMessages }), of('role', '3', { allow: P.SendMessages })],
    expected: READ,
  },
  {
    name: "the member's own denial outweighs roles",
    has: ['2'],
    overwrites: [of('role', '2', { allow: P.SendMessages }), of('member', BOT, { deny: P.SendMessages })],
    expected: READ,
  },
  {
    name: "the member's own allowance outweighs all",
    has: ['2'],
    overwrites: [
      everyone({ deny: P.SendMessages }),
      of('role', '2', { deny: P.SendMessages }),
      of('member', BOT, { allow: P.SendMessages }),
    ],
    expected: FULL,
  },
  {
    name: "another member's overwrite means nothing",
    overwrites: [of('member', '21', { deny: P.SendMessages })],
    expected: FULL,
  },
  {
    name: 'an overwrite for a member is none for a role of the same id',
    has: ['2'],
    overwrites: [of('member', '2', { deny: P.SendMessages })],
    expected: FULL,
  },
  {
    name: 'who does not see a channel may do nothing there',
    overwrites: [everyone({ deny: P.ViewChannel })],
    expected: 0n,
  },
  {
    name: 'who does not see a channel may do nothing there, though writing is allowed',
    overwrites: [everyone({ deny: P.ViewChannel }), of('member', BOT, { allow: P.SendMessages })],
    expected: 0n,
  },
  {
    name: 'who may not write may neither embed nor attach',
    overwrites: [everyone({ deny: P.SendMessages }), of('member', BOT, { allow: P.EmbedLinks })],
    expected: READ,
  },
  { name: 'a time-out leaves reading', isTimedOut: true, expected: READ },
  {
    name: 'a time-out does not show a hidden channel',
    isTimedOut: true,
    overwrites: [everyone({ deny: P.ViewChannel })],
    expected: 0n,
  },
  {
    name: 'a time-out does not bind an administrator',
    isTimedOut: true,
    roles: [role('2', P.Administrator)],
    has: ['2'],
    expected: ALL_PERMISSIONS,
  },
  {
    name: 'permissions beyond 53 bits are kept',
    roles: [role('2', 1n << 60n)],
    has: ['2'],
    expected: FULL | (1n << 60n),
  },
]

function settingOf({ roles = [], has = [], id = BOT, isTimedOut = false }: Case): [ApiGuild, Member] {
  const server = { id: SERVER, owner_id: OWNER, roles: [role(SERVER, BASE), role('3', 0n), ...roles] }
  return [server, { id, roles: has, isTimedOut }]
}

describe('permissions in a channel', () => {
  for (const { name, expected, ...setting } of CASES) {
    it(name, () => {
      const [server, member] = settingOf({ name, expected, ...setting })
      const found = channelPermissions(server, member, setting.overwrites ?? [])
      assert.equal(found, expected)
      const canWrite = (expected & P.ViewChannel) !== 0n && (expected & P.SendMessages) !== 0n
      assert.equal(canAnswerIn(server, member, setting.overwrites ?? []), canWrite)
    })
  }
})

describe('permissions on a server', () => {
  it('count the owner and members with Administrator as administrators, but not members with Manage Server', () => {
    const [server, member] = settingOf({
      name: '',
      expected: 0n,
      roles: [role('2', P.ManageGuild)],
      has: ['2'],
    })
    assert.equal(isAdministrator(serverPermissions(server, member)), false)
    assert.equal(isAdministrator(serverPermissions(server, { ...member, id: OWNER })), true)
    const admin = { ...server, roles: [...server.roles, role('4', P.Administrator)] }
    assert.equal(isAdministrator(serverPermissions(admin, { ...member, roles: ['4'] })), true)
  })
})
