import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AuditFacts } from '@avatary/contract/moderation'
import { auditDetail } from './audit-detail.ts'
import { en } from './texts.en.ts'
import { texts as ja } from './texts.ja.ts'

const FORMATTERS = {
  formatCount: (count: number) => count.toLocaleString('en'),
  formatMoment: (time: string) => `<${time}>`,
}
const FROM = '2026-11-22T10:00:00.000Z'
const UNTIL = '2026-12-01T10:00:00.000Z'

describe('the detail of an audit log entry', () => {
  const entries: [facts: AuditFacts, english: string, japanese: string][] = [
    [{ kind: 'reports', count: 1 }, '1 report', '通報 1件'],
    [{ kind: 'reports', count: 1200 }, '1,200 reports', '通報 1,200件'],
    [{ kind: 'report', id: 7, reason: 'stolen' }, 'Report 7: Stolen', `通報 7：${ja.reasons.stolen}`],
    [{ kind: 'reported', reason: 'other' }, 'Reported: Other', `通報：${ja.reasons.other}`],
    [
      { kind: 'placement', id: 3, weight: 1500, startsAt: FROM, endsAt: UNTIL },
      `Placement 3 · Weight 1,500 · <${FROM}> – <${UNTIL}>`,
      `有料掲載 3 · 重み 1,500 · <${FROM}>〜<${UNTIL}>`,
    ],
    [
      { kind: 'placement', id: 3, weight: 0, startsAt: FROM, endsAt: null },
      `Placement 3 · Weight 0 · <${FROM}> – until removed`,
      `有料掲載 3 · 重み 0 · <${FROM}>〜削除まで`,
    ],
  ]
  for (const [facts, english, japanese] of entries)
    it(`is in the language of the page: ${english}`, () => {
      assert.equal(auditDetail(facts, en, FORMATTERS), english)
      assert.equal(auditDetail(facts, ja, FORMATTERS), japanese)
    })
})
