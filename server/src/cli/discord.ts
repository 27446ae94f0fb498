import { openApi } from '../composition/discord.ts'
import { openOutside } from '../composition/outside.ts'
import type { Config } from '../config/config.ts'
import type { UpstreamAnswer } from '../kernel/upstream.ts'
import { systemClock } from '../platform/clock.ts'
import { silentLog } from '../platform/log.ts'
import { Metrics } from '../platform/metrics.ts'
import { COMMANDS, metadataRecords } from '../slices/discord/index.ts'
import { type Command, CommandError, EXIT, type OptionValues, UsageError } from './command.ts'
import { write } from './terminal.ts'

const SNOWFLAKE = /^\d{1,20}$/

export const discordCommand: Command = {
  name: 'discord',
  summary: "Tell Discord of the bot's commands and of the checks for linked roles",
  places: ['ACT'],
  options: {
    guild: { value: 'ID', help: 'register the commands for one server alone, where they show at once' },
    json: { help: 'print the result as one JSON object' },
  },
  details: `Acts:
  register            register the commands and the five checks; do so once, and after an update

It needs DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET and DISCORD_BOT_TOKEN. The addresses to enter in the developer
portal are printed: the redirect of OAuth2, and the Interactions Endpoint URL.`,
  async run({ places: [act], options, config, terminal }) {
    if (act !== 'register') throw new UsageError(`ACT must be register, not "${act}".`)
    const guild = guildOf(options)
    await register(config, guild)
    const base = `${config.http.publicUrl}/api`
    const result = {
      commands: COMMANDS.length,
      guild,
      checks: metadataRecords().length,
      redirect: `${base}/discord/callback`,
      interactions: `${base}/bot/interactions`,
    }
    await write(terminal.stdout, `${options.json ? JSON.stringify(result) : asText(result)}\n`)
    return EXIT.ok
  },
}

function guildOf({ guild }: OptionValues): string | null {
  if (guild === undefined) return null
  if (typeof guild === 'string' && SNOWFLAKE.test(guild)) return guild
  throw new UsageError(`--guild must be the id of a server, digits alone, not "${guild}".`)
}

async function register(config: Config, guild: string | null): Promise<void> {
  const metrics = new Metrics()
  const outside = openOutside({ config, clock: systemClock, log: silentLog, metrics })
  const api = openApi({ config, ...outside })
  if (api === null || !api.hasBot)
    throw new CommandError('DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET and DISCORD_BOT_TOKEN must be set.')
  orFail('the commands', await api.putCommands(COMMANDS, guild))
  orFail('the checks', await api.putMetadata(metadataRecords()))
}

function orFail(what: string, answer: UpstreamAnswer): void {
  if (answer.kind === 'ok') return
  const reason =
    answer.kind === 'refused' || answer.kind === 'absent'
      ? `it answered ${answer.status}`
      : 'it does not answer'
  throw new CommandError(`Discord did not take ${what}: ${reason}.`)
}

function asText(result: {
  guild: string | null
  checks: number
  redirect: string
  interactions: string
}): string {
  const where =
    result.guild === null ? 'for every server (it takes up to an hour to show)' : `for ${result.guild}`
  return `The commands are registered ${where}, and ${result.checks} checks for linked roles.

In the developer portal enter:
  OAuth2, Redirects                ${result.redirect}
  Interactions Endpoint URL        ${result.interactions}`
}
