import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { applySettings, newPlacement, runningOf, stateOf } from './placement.ts'
import { parsePlacementSubject, parseStaffName } from './subject.ts'
import { parseTimestamp } from './timestamp.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const AVATAR = { kind: 'avatar', id: 'avtr_00000000-0000-4000-8000-000000000001' } as const
const GROUP = { kind: 'group', id: 'grp_00000000-0000-4000-8000-0000000000aa' } as const

function placementOf(id: string, settings = {}) {
  const outcome = newPlacement({ kind: 'avatar', id }, settings, NOW)
  assert.ok(outcome.kind === 'ok')
  return outcome.placement
}

describe('a placement', () => {
  it('runs from now until it is removed by default', () => {
    const placement = placementOf(AVATAR.id)
    assert.deepEqual([placement.startsAtMs, placement.endsAtMs, placement.weight], [NOW, null, 0])
    assert.equal(stateOf(placement, NOW), 'running')
    assert.equal(stateOf(placement, NOW + 1e12), 'running')
  })

  it('starts and ends at whole seconds, and is over at its end', () => {
    const placement = placementOf(AVATAR.id, { startsAtMs: NOW + 1999, endsAtMs: NOW + 5999 })
    assert.deepEqual([placement.startsAtMs, placement.endsAtMs], [NOW + 1000, NOW + 5000])
    const states = [999, 1000, 4999, 5000].map(ms => stateOf(placement, NOW + ms))
    assert.deepEqual(states, ['upcoming', 'running', 'running', 'ended'])
  })

  it('is refused with the name of the invalid field', () => {
    const problemOf = (outcome: ReturnType<typeof newPlacement>) =>
      outcome.kind === 'refused' ? outcome.problem : ''
    assert.match(problemOf(newPlacement(AVATAR, { endsAtMs: NOW }, NOW)), /`endsAt`/)
    assert.match(problemOf(newPlacement(AVATAR, { name: 'Fox' }, NOW)), /`name` is for groups/)
    assert.match(problemOf(newPlacement(GROUP, {}, NOW)), /`name` must be given/)
    assert.match(problemOf(newPlacement(GROUP, { name: '  ' }, NOW)), /`name` must be given/)
    const placement = placementOf(AVATAR.id, { endsAtMs: NOW + 9000 })
    assert.match(problemOf(applySettings(placement, { startsAtMs: NOW + 9000 })), /`endsAt`/)
    assert.match(problemOf(applySettings(placement, { url: 'https://x.example' })), /`url` is for groups/)
  })

  it('never has a time outside of RFC 3339', () => {
    const problemOf = (settings: object) => {
      const outcome = newPlacement(AVATAR, settings, NOW)
      return outcome.kind === 'refused' ? outcome.problem : ''
    }
    assert.match(problemOf({ endsAtMs: parseTimestamp('9999-12-31T23:59:59-01:00') }), /`endsAt`.*9999/)
    assert.match(problemOf({ startsAtMs: parseTimestamp('0000-01-01T00:00:00+01:00') }), /`startsAt`.*0000/)
    assert.equal(
      problemOf({ startsAtMs: parseTimestamp('0000-01-01'), endsAtMs: parseTimestamp('9999-12-31') }),
      '',
    )
  })

  it('of a group links to its page on the platform by default', () => {
    const urls = ['', 'https://vrc.group/FOX.1234'].map(url => {
      const outcome = newPlacement(GROUP, { name: 'Foxes', url }, NOW)
      return outcome.kind === 'ok' ? outcome.placement.url : ''
    })
    assert.deepEqual(urls, [`https://vrchat.com/home/group/${GROUP.id}`, 'https://vrc.group/FOX.1234'])
  })

  it('is shown once, at the heaviest running placement of its subject', () => {
    const placements = [
      placementOf('a', { weight: 9, startsAtMs: NOW + 60_000 }),
      placementOf('b', { weight: 5 }),
      placementOf('a', { weight: 4 }),
      placementOf('b', { weight: 3 }),
    ]
    const shownAt = (ms: number) => runningOf(placements, ms).map(({ subject, weight }) => subject + weight)
    assert.deepEqual(shownAt(NOW), ['b5', 'a4'])
    assert.deepEqual(shownAt(NOW + 60_000), ['a9', 'b5'])
  })
})

describe('the input of operators', () => {
  it('can be an avatar, a group, or a URL of one', () => {
    assert.deepEqual(parsePlacementSubject(` ${AVATAR.id.toUpperCase()} `)?.kind, 'avatar')
    for (const text of [GROUP.id, `https://vrchat.com/home/group/${GROUP.id}/`, GROUP.id.toUpperCase()])
      assert.deepEqual(parsePlacementSubject(text), GROUP)
    for (const text of ['', 'fox', 'grp_1', `x${GROUP.id}`, 'usr_00000000-0000-4000-8000-000000000001'])
      assert.equal(parsePlacementSubject(text), null)
  })

  it('can be a date and time, which is in UTC if it has no zone', () => {
    const cases = [
      ['2026-11-21', Date.UTC(2026, 10, 21)],
      ['2026-11-21 13:30', Date.UTC(2026, 10, 21, 13, 30)],
      ['2026-11-21T13:30:05Z', Date.UTC(2026, 10, 21, 13, 30, 5)],
      ['2026-11-21T13:30:05.25+02:00', Date.UTC(2026, 10, 21, 11, 30, 5, 250)],
    ] as const
    for (const [text, ms] of cases) assert.equal(parseTimestamp(text), ms, text)
    for (const text of ['', 'tomorrow', '2026-02-30', '2026-13-01', '2026-11-21T25:00', '1', '2026-11-21Z'])
      assert.equal(parseTimestamp(text), null, text)
  })

  it('can be a display name, which is kept except for surrounding spaces', () => {
    assert.equal(parseStaffName('  Zoë ⁄ 狐 '), 'Zoë ⁄ 狐')
    for (const text of ['', '  ', 'a\nb', 'x'.repeat(65), '\ud800']) assert.equal(parseStaffName(text), null)
  })
})
