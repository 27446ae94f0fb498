import { APPLICATION_KINDS, type ApplicationKind } from '@avatary/contract/applications'
import { isoOf } from '../kernel/days.ts'
import { randomToken } from '../platform/random.ts'
import { ApplicationStore, checkDetails, newClient, newSecret } from '../slices/oauth/index.ts'
import type { CliCommand } from './command.ts'
import type { DatabaseDeps, Result } from './context.ts'
import { CommandError, UsageError } from './exit.ts'
import { tableText } from './table.ts'

interface CreateOptions {
  name?: string
  redirectUri?: string[]
  siteUrl?: string
  public?: true
  confidential?: true
}

export function addClients(program: CliCommand): void {
  const clients = program
    .command('clients')
    .summary('Register applications that sign users in by OAuth 2.0')
    .description('A CLIENT is a client_id (avc_…). A server may run meanwhile.')
  clients
    .command('create')
    .description('register an application; prints client_id and, this once, client_secret')
    .option('--name <NAME>', 'the name that users see when they are asked for consent')
    .option(
      '--redirect-uri <URI>',
      'where browsers may return to; repeat it for each, or separate them by spaces',
      readRedirectUris,
    )
    .option('--site-url <URL>', 'where users can read about it; may be left out')
    .option('--public', 'it cannot keep a secret, like a mobile app or a page of scripts')
    .option('--confidential', 'it can keep a secret, on a server of its own')
    .example("clients create --name 'Board' --redirect-uri http://127.0.0.1/ --public")
    .databaseAction(createClient)
  clients
    .command('list')
    .description('list all applications, including those that people registered on the site')
    .databaseAction(() => listClients)
  clients
    .command('rotate')
    .description('replace the secret; the old one stops working at once')
    .argument('<CLIENT>', 'a client_id', readClientId)
    .databaseAction(rotateSecret)
  clients
    .command('delete')
    .description('delete an application; its access tokens stop working at once')
    .argument('<CLIENT>', 'a client_id', readClientId)
    .databaseAction(deleteClient)
}

function createClient(options: CreateOptions): (deps: DatabaseDeps) => Promise<Result> {
  const kind = readKind(options)
  const { name, redirectUri: redirectUris = [], siteUrl = null } = options
  if (name === undefined) throw new UsageError('clients create needs --name.')
  if (redirectUris.length === 0) throw new UsageError('clients create needs --redirect-uri.')
  const checkedDetails = checkDetails({ name, siteUrl, redirectUris }, { kind, registeredBy: 'operators' })
  if (checkedDetails.kind === 'invalid') throw new UsageError(withOptionNames(checkedDetails.problem))
  return async ({ db, act }) => {
    const { client, secret } = newClient(
      { ...checkedDetails.details, kind },
      { nowMs: act.nowMs, randomToken },
    )
    await new ApplicationStore({ db }).create(client, 'operators')
    return secretResult({ client_id: client.clientId, ...(secret !== null && { client_secret: secret }) })
  }
}

async function listClients({ db }: DatabaseDeps): Promise<Result> {
  const all = await new ApplicationStore({ db }).list('operators')
  const clients = all.map(({ clientId, name, kind, siteUrl, redirectUris, createdAtMs, registeredBy }) => ({
    client_id: clientId,
    name,
    kind,
    site_url: siteUrl,
    redirect_uris: redirectUris,
    created_at: isoOf(createdAtMs),
    registered_by: registeredBy,
  }))
  const rows = clients.map(({ client_id, kind, created_at, name, redirect_uris }) => [
    client_id,
    kind,
    created_at,
    name,
    redirect_uris.join(' '),
  ])
  return { json: { clients }, text: tableText(['CLIENT', 'KIND', 'SINCE', 'NAME', 'REDIRECT URIS'], rows) }
}

function rotateSecret(clientId: string): (deps: DatabaseDeps) => Promise<Result> {
  return async ({ db }) => {
    const { secret, secretHash } = newSecret(randomToken)
    const { kind } = await new ApplicationStore({ db }).replaceSecret(clientId, 'operators', secretHash)
    if (kind === 'unknown_application') throw new CommandError(`There is no client ${clientId}.`)
    if (kind === 'public_application')
      throw new CommandError(`The client ${clientId} is public and has no secret.`)
    return secretResult({ client_id: clientId, client_secret: secret })
  }
}

function deleteClient(clientId: string): (deps: DatabaseDeps) => Promise<Result> {
  return async ({ db }) => {
    const { kind } = await new ApplicationStore({ db }).remove(clientId, 'operators')
    if (kind !== 'removed') throw new CommandError(`There is no client ${clientId}.`)
    return { json: { client_id: clientId, deleted: true }, text: `Deleted ${clientId}.` }
  }
}

function readClientId(text: string): string {
  if (text === '') throw new UsageError('Name a client by its client_id; clients list shows them.')
  return text
}

function readRedirectUris(text: string, currentUris: readonly string[] = []): string[] {
  if (/,[a-z][a-z0-9+.-]*:/i.test(text))
    throw new UsageError(
      `--redirect-uri takes one URI each time it is given, not a list with commas: "${text}".`,
    )
  return [...currentUris, ...(text.match(/\S+/g) ?? [])]
}

function readKind(options: CreateOptions): ApplicationKind {
  const [kind, ...furtherKinds] = APPLICATION_KINDS.filter(known => options[known] === true)
  if (kind === undefined || furtherKinds.length > 0)
    throw new UsageError('clients create needs either --public or --confidential.')
  return kind
}

/** Replaces field names of the JSON interface in a message by those of options. */
function withOptionNames(problem: string): string {
  return problem
    .replace(/`redirectUris\[\d+\]`/, '--redirect-uri')
    .replace('`siteUrl`', '--site-url')
    .replace('`name`', '--name')
}

function secretResult(json: Readonly<Record<string, string>>): Result {
  const lines = Object.entries(json).map(([name, value]) => `${name.padEnd(14)} ${value}`)
  return { json, text: lines.join('\n') }
}
