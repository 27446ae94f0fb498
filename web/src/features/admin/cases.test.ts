import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Report } from './api.ts'
import { casesOf } from './cases.ts'

const report = (id: number, avatarId: string, reason: Report['reason']): Report => ({
  id,
  avatarId,
  name: avatarId,
  authorId: 'usr_1',
  authorName: 'Fox',
  blocked: false,
  listed: true,
  imageUrl: '',
  openReports: 1,
  reason,
  text: '',
  at: '2026-11-22T00:00:00.000Z',
  closedAt: null,
})

it('puts the reports about an avatar together, the most frequent reason first', () => {
  const reports = [
    report(4, 'b', 'other'),
    report(3, 'a', 'stolen'),
    report(2, 'b', 'harmful'),
    report(1, 'b', 'harmful'),
  ]
  const cases = casesOf(reports)
  assert.deepEqual(
    cases.map(({ avatarId, reports, reasons }) => [avatarId, reports.map(({ id }) => id), reasons]),
    [
      [
        'b',
        [4, 2, 1],
        [
          ['harmful', 2],
          ['other', 1],
        ],
      ],
      ['a', [3], [['stolen', 1]]],
    ],
  )
})
