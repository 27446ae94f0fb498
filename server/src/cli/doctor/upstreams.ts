import type { Config } from '../../config/config.ts'
import { VERSION } from '../../kernel/version.ts'
import { systemClock } from '../../platform/clock.ts'
import { compareClocks } from './clock.ts'
import { type Finding, note, ok, problem, reasonOf, warning } from './finding.ts'

/** A harmless request to one upstream. */
interface Probe {
  readonly name: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** The setting with the request's credentials; null for a request without any. */
  readonly credentials: string | null
  /** Statuses besides 2xx that show that the credentials were accepted. */
  readonly otherAcceptedStatuses?: readonly number[]
}

const TIMEOUT_MS = 5000
/** `Date` headers have whole seconds. */
const DATE_PRECISION_MS = 1000
/** An id that no avatar has; only a signed-in account gets a 404 for it. */
const UNKNOWN_AVATAR_ID = 'avtr_00000000-0000-4000-8000-000000000000'

interface Answer {
  readonly status: number
  /** The `Date` header; null when missing. */
  readonly date: string | null
}

/** Sends a GET request. @throws when there is no answer in time. */
export type Ask = (url: string, headers: Readonly<Record<string, string>>) => Promise<Answer>

/** Sends one request to each configured upstream, and compares this machine's clock with theirs. */
export async function checkUpstreams(config: Config, ask: Ask = askByFetch): Promise<Finding[]> {
  const agentHeader = {
    'User-Agent': `Avatary/${VERSION} (${config.platform.account?.contact ?? config.http.publicUrl})`,
  }
  const findingsByUpstream = await Promise.all(
    probesOf(config).map(async probe => await check(probe, { ...agentHeader, ...probe.headers }, ask)),
  )
  const findings = findingsByUpstream.flat()
  if (config.platform.account === null)
    findings.push(
      note(
        'platform',
        'no account is configured, so that nothing is verified',
        'Set PLATFORM_AUTH_COOKIE and PLATFORM_CONTACT.',
      ),
    )
  return findings
}

async function askByFetch(url: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(url, { headers, redirect: 'manual', signal })
  await response.body?.cancel()
  return { status: response.status, date: response.headers.get('Date') }
}

function probesOf({ platform, externalIndex, community, discord, membership }: Config): Probe[] {
  const probes: Probe[] = []
  if (platform.account !== null) {
    const { authCookie, twoFactorCookie } = platform.account
    const twoFactorPart = twoFactorCookie === null ? '' : `; twoFactorAuth=${twoFactorCookie.reveal()}`
    probes.push({
      name: 'platform',
      url: `${platform.apiUrl}/avatars/${UNKNOWN_AVATAR_ID}`,
      headers: { Cookie: `auth=${authCookie.reveal()}${twoFactorPart}` },
      credentials: 'PLATFORM_AUTH_COOKIE',
      otherAcceptedStatuses: [404],
    })
  }
  if (externalIndex.url !== null) {
    const path =
      externalIndex.kind === 'vrcx' ? '?search=fox&n=1' : '/avatar/search?query=fox&page_size=1&page=0'
    probes.push({ name: 'external index', url: `${externalIndex.url}${path}`, credentials: null })
  }
  if (community !== null)
    probes.push({ name: 'community site', url: `${community.url}/api/leaderboard`, credentials: null })
  if (discord.botToken !== null)
    probes.push({
      name: 'Discord',
      url: `${discord.apiUrl}/users/@me`,
      headers: { Authorization: `Bot ${discord.botToken.reveal()}` },
      credentials: 'DISCORD_BOT_TOKEN',
    })
  if (membership.campaign !== null)
    probes.push({
      name: 'membership platform',
      url: `${membership.apiUrl}/campaigns/${encodeURIComponent(membership.campaign.campaignId)}/members`,
      headers: { Authorization: `Bearer ${membership.campaign.accessToken.reveal()}` },
      credentials: 'PATREON_ACCESS_TOKEN',
    })
  return probes
}

async function check(probe: Probe, headers: Readonly<Record<string, string>>, ask: Ask): Promise<Finding[]> {
  const { name, url } = probe
  const beforeMs = systemClock.now()
  let answer: Answer
  try {
    answer = await ask(url, headers)
  } catch (error) {
    const advice = `Check the address, and that this machine may call ${new URL(url).host}.`
    return [problem(name, `it does not answer: ${reasonOf(error)}`, advice)]
  }
  const dateMs = Date.parse(answer.date ?? '')
  const clockFindings = Number.isNaN(dateMs)
    ? []
    : [
        compareClocks(new URL(url).host, dateMs, {
          beforeMs,
          afterMs: systemClock.now(),
          precisionMs: DATE_PRECISION_MS,
        }),
      ]
  return [judge(probe, answer.status), ...clockFindings]
}

function judge({ name, credentials, otherAcceptedStatuses = [] }: Probe, status: number): Finding {
  if ((status >= 200 && status < 300) || otherAcceptedStatuses.includes(status))
    return ok(name, credentials === null ? 'it answers' : `it answers, and accepts ${credentials}`)
  if (credentials !== null && (status === 401 || status === 403))
    return problem(name, `it refuses ${credentials} (${status})`, `Renew ${credentials} and restart.`)
  if (status === 429) return warning(name, 'it asks for fewer requests (429)', 'Ask again later.')
  if (status >= 500) return warning(name, `it answers with an error (${status})`, 'Ask again later.')
  return problem(name, `it answers with status ${status}`, 'Check the settings of its address.')
}
