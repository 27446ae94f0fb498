import { execFile } from 'node:child_process'
import { parseArgs } from 'node:util'
import { licenceReport, lockedPackages } from './licences.ts'

/** The part of `npm audit --json` that we read; an answer without `metadata` is an error. */
interface AuditReport {
  readonly message?: string
  readonly error?: { readonly summary?: string }
  readonly metadata?: { readonly vulnerabilities: Readonly<Record<string, number>> }
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string; readonly range: string }>>
}

/** With `--all`, packages that only build and test the service are audited, too. */
const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } })

for (const [licence, count] of licenceReport(lockedPackages()))
  console.log(`${String(count).padStart(4)}  ${licence}`)

const report = await audit(values.all ? [] : ['--omit=dev'])
if (report.metadata === undefined) {
  console.log(`Vulnerabilities: skipped, as the registry does not answer: ${reasonOf(report)}`)
} else {
  const { high = 0, critical = 0, total = 0 } = report.metadata.vulnerabilities
  for (const [name, { severity, range }] of Object.entries(report.vulnerabilities ?? {}))
    console.log(`${severity}: ${name} ${range}`)
  console.log(`Vulnerabilities: ${total}, of which ${high} are high and ${critical} critical`)
  process.exitCode = high + critical > 0 ? 1 : 0
}

/** npm exits with 1 for both vulnerabilities and failures; only its output distinguishes them. */
async function audit(args: readonly string[]): Promise<AuditReport> {
  return await new Promise(resolve => {
    execFile('npm', ['audit', '--json', ...args], { timeout: 60_000 }, (error, stdout) => {
      try {
        resolve(JSON.parse(stdout) as AuditReport)
      } catch {
        resolve({ message: error?.message ?? 'npm printed something else' })
      }
    })
  })
}

function reasonOf({ message, error }: AuditReport): string {
  return error?.summary || message || 'it gives no reason'
}
