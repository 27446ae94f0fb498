import { APPLICATION_KINDS, type ApplicationKind } from '@avatary/contract/applications'
import { systemClock } from '../platform/clock.ts'
import { randomToken } from '../platform/random.ts'
import {
  type ApplicationStore,
  checkDetails,
  createOAuthStore,
  newClient,
  newSecret,
} from '../slices/oauth/index.ts'
import { openCatalog } from './catalog.ts'
import {
  type Command,
  CommandError,
  type CommandInput,
  EXIT,
  type ExitCode,
  type OptionValues,
  UsageError,
} from './command.ts'
import { formatTable } from './table.ts'
import { write } from './terminal.ts'

export const clientsCommand: Command = {
  name: 'clients',
  summary: 'Register applications that sign users in by OAuth 2.0',
  places: ['ACT', 'CLIENT?'],
  options: {
    name: { value: 'NAME', help: 'what users are asked to allow (create)' },
    'redirect-uri': {
      value: 'URI',
      isList: true,
      help: 'where browsers may return to; given once for each, or separated by spaces (create)',
    },
    'site-url': { value: 'URL', help: 'where users can read about it; may be left out (create)' },
    public: { help: 'it cannot keep a secret, as an app or a page of scripts (create)' },
    confidential: { help: 'it keeps a secret, on a server of its own (create)' },
    json: { help: 'print the result as one JSON object' },
  },
  details: `Acts:
  create              register an application; prints client_id and, this once, client_secret
  list                all applications, those that people registered on the site included
  rotate CLIENT       replace the secret; the old one stops working at once
  delete CLIENT       delete an application; its access tokens stop working at once

A CLIENT is a client_id (avc_…). It may run while the server does.`,
  run: runClients,
}

/** What an act comes to, as programs read it and as people do. */
interface Told {
  told: object
  text: string
}

/** What an act does once the database is open. */
type Step = (applications: ApplicationStore) => Promise<Told>

/** By name: reads what is given, before anything is opened or made. */
const ACTS: Readonly<Record<string, (client: string | undefined, options: OptionValues) => Step>> = {
  create: creating,
  list: client => {
    if (client !== undefined) throw new UsageError(`clients does not know what to do with "${client}" here.`)
    return listAll
  },
  rotate: client => rotating(readClient(client)),
  delete: client => deleting(readClient(client)),
}

async function runClients({ places, options, config, terminal }: CommandInput): Promise<ExitCode> {
  const [name, client] = places
  const read = Object.entries(ACTS).find(([known]) => known === name)?.[1]
  if (read === undefined)
    throw new UsageError(`There is no act "${name}". Acts: ${Object.keys(ACTS).join(', ')}.`)
  const step = read(client, options)
  await using catalog = await openCatalog(config)
  const { told, text } = await step(createOAuthStore({ db: catalog.db }).applications)
  await write(terminal.stdout, `${options.json ? JSON.stringify(told) : text}\n`)
  return EXIT.ok
}

function creating(client: string | undefined, options: OptionValues): Step {
  if (client !== undefined) throw new UsageError(`clients does not know what to do with "${client}" here.`)
  const kind = readKind(options)
  const { name, 'redirect-uri': uris, 'site-url': siteUrl = null } = options
  if (typeof name !== 'string') throw new UsageError('clients create needs --name.')
  const redirectUris = Array.isArray(uris) ? (uris.join(' ').match(/\S+/g) ?? []) : []
  if (redirectUris.length === 0) throw new UsageError('clients create needs --redirect-uri.')
  const details = { name, siteUrl: siteUrl as string | null, redirectUris }
  const checked = checkDetails(details, { kind, registeredBy: 'operators' })
  if (!checked.ok) throw new UsageError(asOptions(checked.problem))
  return async applications => {
    const made = newClient({ ...checked.details, kind }, { nowMs: systemClock.now(), randomToken })
    await applications.create(made.client, 'operators')
    const told = {
      client_id: made.client.clientId,
      ...(made.secret !== null && { client_secret: made.secret }),
    }
    return { told, text: linesOf(told) }
  }
}

async function listAll(applications: ApplicationStore): Promise<Told> {
  const all = await applications.list('operators')
  const clients = all.map(({ clientId, name, kind, siteUrl, redirectUris, createdAtMs, registeredBy }) => ({
    client_id: clientId,
    name,
    kind,
    site_url: siteUrl,
    redirect_uris: redirectUris,
    created_at: new Date(createdAtMs).toISOString(),
    registered_by: registeredBy,
  }))
  const rows = clients.map(one => [
    one.client_id,
    one.kind,
    one.created_at,
    one.name,
    one.redirect_uris.join(' '),
  ])
  const table = formatTable(['CLIENT', 'KIND', 'SINCE', 'NAME', 'REDIRECT URIS'], rows)
  return { told: { clients }, text: rows.length === 0 ? 'There are none.' : table.trimEnd() }
}

function rotating(clientId: string): Step {
  return async applications => {
    const { secret, secretHash } = newSecret(randomToken)
    const outcome = await applications.replaceSecret(clientId, 'operators', secretHash)
    if (outcome === 'unknown') throw new CommandError(`There is no client ${clientId}.`)
    if (outcome === 'public') throw new CommandError(`The client ${clientId} is public and has no secret.`)
    const told = { client_id: clientId, client_secret: secret }
    return { told, text: linesOf(told) }
  }
}

function deleting(clientId: string): Step {
  return async applications => {
    if (!(await applications.remove(clientId, 'operators')))
      throw new CommandError(`There is no client ${clientId}.`)
    return { told: { client_id: clientId, deleted: true }, text: `Deleted ${clientId}.` }
  }
}

function readClient(client: string | undefined): string {
  if (client === undefined) throw new UsageError('Name a client by its client_id; clients list shows them.')
  return client
}

function readKind(options: OptionValues): ApplicationKind {
  const [kind, ...more] = APPLICATION_KINDS.filter(known => options[known] === true)
  if (kind === undefined || more.length > 0)
    throw new UsageError('clients create needs either --public or --confidential.')
  return kind
}

/** Rules name the fields of the interface. */
function asOptions(problem: string): string {
  return problem
    .replace(/`redirectUris\[\d+\]`/, '--redirect-uri')
    .replace('`siteUrl`', '--site-url')
    .replace('`name`', '--name')
}

function linesOf(told: Readonly<Record<string, string>>): string {
  return Object.entries(told)
    .map(([name, value]) => `${name.padEnd(14)} ${value}`)
    .join('\n')
}
