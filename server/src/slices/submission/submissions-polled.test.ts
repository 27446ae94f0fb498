import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fullPatch, NOW } from '../../../tests/store/fixtures.ts'
import { id, leaseNext, open, progressOf } from '../../../tests/store/lookup-stores.ts'
import { forEachEngine } from '../../../tests/support/engines.ts'
import { itRunsReviewedStatements } from '../../../tests/support/sql-recorder.ts'
import type { AvatarId } from '../../kernel/avatar-id.ts'
import type { Verdict } from '../verification/store.ts'
import { stateOf } from './rules.ts'
import { ticketAvatar } from './ticket.ts'
import { TicketStore } from './tickets.sql.ts'

const AVATARS = 40
const POLLERS = 8
const TICKET = 'ticket'

/** Yields to others, which reads of SQLite alone never do. */

forEachEngine('a submission that is polled while it is decided', engine => {
  it('is queued or decided in every answer, also by its ticket, and never unknown', async t => {
    const url = await engine.createUrl(t)
    const { submissions, lookups } = await open(engine, t, url)
    const polled = await open(engine, t, url)
    const tickets = new TicketStore({ db: polled.db })
    const ids = Array.from({ length: AVATARS }, (_, i) => id(i + 1))
    await submissions.submit(ids, AVATARS, NOW, TICKET)
    const seen = { answers: 0, unknown: 0, backwards: 0 }

    const poll = async (avatar: AvatarId) => {
      for (let isQueued = true; isQueued; ) {
        await nextTurn()
        const found = stateOf(await progressOf(polled.submissions, avatar))
        seen.answers++
        if (found === null) seen.unknown++
        isQueued = found === null || found.state === 'queued'
      }
    }
    const pollTicket = async () => {
      const decided = new Set<string>()
      while (decided.size < AVATARS) {
        await nextTurn()
        const { items, knownAvatars } = (await tickets.find(TICKET))!
        for (const [avatar, code] of items.avatars) {
          const { state, reason } = ticketAvatar(avatar, code, knownAvatars.get(avatar))
          if (state === 'rejected' && reason === 'not_found' && isIndexed(avatar)) seen.unknown++
          if (state === 'queued' && decided.has(avatar)) seen.backwards++
          if (state !== 'queued') decided.add(avatar)
        }
        seen.answers++
      }
    }
    const decide = async () => {
      for (let i = 0; i < AVATARS; i++) {
        const lookup = await leaseNext(lookups)
        const number = ids.indexOf(lookup.id) + 1
        const verdict: Verdict = isIndexed(lookup.id)
          ? { kind: 'public', patch: fullPatch(number) }
          : { kind: 'rejected', reason: 'not_found' }
        await lookups.decide(lookup, verdict, NOW)
      }
    }
    const isIndexed = (avatar: AvatarId) => ids.indexOf(avatar) % 2 === 0
    const pollers = Array.from({ length: POLLERS }, async (_, at) => {
      for (let i = at; i < AVATARS; i += POLLERS) await poll(ids[i]!)
    })
    await Promise.all([decide(), pollTicket(), ...pollers])
    t.diagnostic(`${seen.answers} answers`)
    assert.deepEqual([seen.unknown, seen.backwards], [0, 0])
  })

  itRunsReviewedStatements(engine.name, 'lookups')
})
