import { parseArgs } from 'node:util'
import { campaign, type Row } from './campaign.ts'
import { cellsOf, findingsOf, lineOf, record, tableOf } from './report.ts'
import { startSeveral, startSingle } from './system.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    record: { type: 'boolean', default: false },
  },
})

const rows: Row[] = []
for (const start of [startSeveral, startSingle]) {
  await using system = await start()
  const found = await campaign(system, {
    people: 30,
    pauseMs: 140,
    isTried: ({ name }) => name.includes(values.only),
    report: row => console.error(lineOf(cellsOf(row)), findingsOf([row])),
  })
  rows.push(...found)
}
const findings = findingsOf(rows)
console.log(tableOf(rows))
if (values.record) record(rows)
process.exitCode = findings === '' ? 0 : 1
