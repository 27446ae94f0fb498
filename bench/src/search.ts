import { readOptions } from './options.ts'
import { printTable, report } from './report.ts'
import { compareAt } from './search/compare.ts'
import { barLines, factLines, kindRows, peerRows, worstRows } from './search/report-lines.ts'

const options = readOptions({
  sizes: '100000,1000000',
  rounds: 5,
})

const startedMs = performance.now()
const log = (line: string): void => {
  console.error(`[${((performance.now() - startedMs) / 1000).toFixed(0).padStart(4)} s] ${line}`)
}

for (const size of options.sizes.split(',').map(Number)) {
  if (!Number.isInteger(size) || size < 5000) {
    throw new Error(`--sizes must be whole numbers of at least 5000, not ${options.sizes}`)
  }
  const comparison = await compareAt(size, options.rounds, log)
  const text = [
    printTable(...peerRows(comparison)),
    ...factLines(comparison),
    '',
    printTable(...kindRows(comparison)),
    '',
    printTable(...worstRows(comparison)),
    '',
    ...barLines(comparison),
  ].join('\n')
  await report(`search, ${size.toLocaleString('en')} avatars`, text, options)
}
