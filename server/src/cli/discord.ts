import { openSystem } from '../composition/system.ts'
import type { Config } from '../config/config.ts'
import { API_PREFIX } from '../kernel/addresses.ts'
import type { UpstreamAnswer } from '../kernel/upstream.ts'
import { systemClock } from '../platform/clock.ts'
import { silentLog } from '../platform/log.ts'
import { Metrics } from '../platform/metrics.ts'
import { COMMANDS, metadataRecords, openDiscordApi } from '../slices/discord/index.ts'
import type { CliCommand } from './command.ts'
import { CommandError, UsageError } from './exit.ts'

const SNOWFLAKE = /^\d{1,20}$/

export function addDiscord(program: CliCommand): void {
  const { context } = program
  const discord = program
    .command('discord')
    .summary("Register the bot's commands and the checks for linked roles with Discord")
    .description(`It needs DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET and DISCORD_BOT_TOKEN. The addresses to enter in the developer
portal are printed: the redirect of OAuth2, and the Interactions Endpoint URL.`)
  discord
    .command('register')
    .description('register the commands and the five checks; do so once, and after an update')
    .parsedOption(
      '--guild <ID>',
      'register the commands for one server only, where they show at once',
      readGuild,
    )
    .resultAction(async (options: { guild?: string }) => {
      const { guild = null } = options
      const config = context.config()
      await register(config, guild)
      const base = config.http.publicUrl + API_PREFIX
      const json = {
        commands: COMMANDS.length,
        guild,
        checks: metadataRecords().length,
        redirect: `${base}/discord/callback`,
        interactions: `${base}/bot/interactions`,
      }
      const scope = guild === null ? 'for every server (it takes up to an hour to show)' : `for ${guild}`
      const text = `The commands are registered ${scope}, and ${json.checks} checks for linked roles.

In the developer portal enter:
  OAuth2, Redirects                ${json.redirect}
  Interactions Endpoint URL        ${json.interactions}`
      return { json, text }
    })
}

function readGuild(text: string, name: string): string {
  if (SNOWFLAKE.test(text)) return text
  throw new UsageError(`${name} must be the id of a server, digits alone, not "${text}".`)
}

async function register(config: Config, guild: string | null): Promise<void> {
  const metrics = new Metrics()
  const system = openSystem({ config, clock: systemClock, log: silentLog, metrics })
  const api = openDiscordApi({ config, ...system })
  if (api === null || !api.hasBot)
    throw new CommandError('DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET and DISCORD_BOT_TOKEN must be set.')
  assertAccepted('the commands', await api.putCommands(COMMANDS, guild))
  assertAccepted('the checks', await api.putMetadata(metadataRecords()))
}

function assertAccepted(subject: string, answer: UpstreamAnswer): void {
  if (answer.kind === 'ok') return
  const reason =
    answer.kind === 'refused' || answer.kind === 'absent'
      ? `it answered ${answer.status}`
      : 'it does not answer'
  throw new CommandError(`Discord did not accept ${subject}: ${reason}.`)
}
