import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AuditAction } from '@avatary/contract/moderation'
import { auditDetail } from './audit-detail.ts'
import { en } from './texts.en.ts'
import { texts as ja } from './texts.ja.ts'

const FORMATS = {
  count: (count: number) => count.toLocaleString('en'),
  moment: (time: string) => `<${time}>`,
}
const FROM = '2026-11-22T10:00:00.000Z'
const UNTIL = '2026-12-01T10:00:00.000Z'

describe('the detail of an act', () => {
  const told: [action: AuditAction, detail: string, english: string, japanese: string][] = [
    ['close-report', '1 report', '1 report', '通報 1件'],
    ['reopen-report', '1200 reports', '1,200 reports', '通報 1,200件'],
    ['close-report', 'report 7, stolen', 'Report 7: Stolen', `通報 7：${ja.reasons.stolen}`],
    ['block', 'reported: other', 'Reported: Other', `${ja.reported}: ${ja.reasons.other}`],
    [
      'add-placement',
      `placement 3, weight 1500, from ${FROM} until ${UNTIL}`,
      `Placement 3 · Weight 1,500 · <${FROM}> – <${UNTIL}>`,
      `有料掲載 3 · 重み 1,500 · <${FROM}> – <${UNTIL}>`,
    ],
    [
      'remove-placement',
      `placement 3, weight 0, from ${FROM}`,
      `Placement 3 · Weight 0 · <${FROM}> – until removed`,
      `有料掲載 3 · 重み 0 · <${FROM}> – 削除まで`,
    ],
  ]
  for (const [action, detail, english, japanese] of told)
    it(`is told in the language of the page: ${detail}`, () => {
      assert.equal(auditDetail({ action, detail }, en, FORMATS), english)
      assert.equal(auditDetail({ action, detail }, ja, FORMATS), japanese)
    })

  it('stays as it is where an operator wrote it', () => {
    const own: [AuditAction, string][] = [
      ['block', '3 reports'],
      ['block', 'placement 3, weight 0, from here'],
      ['block-application', 'Lantern Board: reported: stolen'],
      ['close-report', ''],
      ['add-staff', ''],
    ]
    for (const [action, detail] of own) assert.equal(auditDetail({ action, detail }, ja, FORMATS), detail)
  })
})
