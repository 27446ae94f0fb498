import { getOrInsert } from '../../kernel/get-or-insert.ts'

/** A sample line of Prometheus's text format: name, labels and value. */
const SAMPLE = /^([\w:]+)(?:\{(.*)\})? (.+)$/

interface Family {
  /** The metric's `# HELP` and `# TYPE` lines. */
  readonly head: string[]
  readonly samples: string[]
}

/**
 * Merges the metrics of several processes into one text, and adds to each sample the label `process` with the process's
 * name.
 */
export function mergeMetrics(texts: ReadonlyMap<string, string>): string {
  const families = new Map<string, Family>()
  for (const [process, text] of texts) addMetrics(families, process, text)
  const lines = [...families.values()].flatMap(({ head, samples }) => [...head, ...samples])
  return `${lines.join('\n')}\n`
}

function addMetrics(families: Map<string, Family>, process: string, text: string): void {
  let family: Family = { head: [], samples: [] }
  for (const line of text.split('\n')) {
    const [, keyword, name] = /^# (HELP|TYPE) (\S+)/.exec(line) ?? []
    if (name !== undefined) {
      family = getOrInsert(families, name, () => ({ head: [], samples: [] }))
      const isKnown = family.head.some(headLine => headLine.startsWith(`# ${keyword} `))
      if (!isKnown) family.head.push(line)
      continue
    }
    const [, sample, labels, value] = SAMPLE.exec(line) ?? []
    if (sample === undefined) continue
    const otherLabels = labels ? `,${labels}` : ''
    family.samples.push(`${sample}{process="${process}"${otherLabels}} ${value}`)
  }
}
