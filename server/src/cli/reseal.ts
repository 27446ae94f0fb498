import { openSealers } from '../composition/sealers.ts'
import { type ResealCounts, reseal } from '../kernel/sealed-texts.ts'
import { formatCount } from '../kernel/text/format-count.ts'
import { systemClock } from '../platform/clock.ts'
import { DISCORD_GRANTS, sealedGrants } from '../slices/discord/index.ts'
import { COMMUNITY_TOKENS, sealedTokens } from '../slices/identity/index.ts'
import type { CliCommand } from './command.ts'
import { EXIT } from './exit.ts'
import { formatTable } from './table.ts'

export function addReseal(program: CliCommand): void {
  program
    .command('reseal')
    .summary('Seal stored tokens again with SECRET_KEY, after it was changed')
    .description(`Texts that older keys sealed open with OLD_SECRET_KEYS. Restart every process with both settings first: one
without the new key cannot open what is sealed here. Then run this until nothing is left; it may be interrupted, and the
server may run meanwhile. Afterwards OLD_SECRET_KEYS can be removed.

Exit code 1 means that something is left: in use at that moment, or sealed with a key that was not given.`)
    .databaseAction(() => async ({ db, config }) => {
      const sealerFor = await openSealers(config.data)
      const tables: ResealCounts[] = []
      for (const texts of sealedGrants({ db, clock: systemClock }))
        tables.push(await reseal(texts, sealerFor(DISCORD_GRANTS)))
      tables.push(await reseal(sealedTokens({ db }), sealerFor(COMMUNITY_TOKENS)))
      const notResealed = tables.reduce((sum, { busy, unreadable }) => sum + busy + unreadable, 0)
      const exitCode = notResealed === 0 ? EXIT.ok : EXIT.failure
      return { json: { left: notResealed, tables }, text: resultText(tables, notResealed), exitCode }
    })
}

function resultText(tables: readonly ResealCounts[], notResealed: number): string {
  const rows = tables.map(({ name, resealed, current, busy, unreadable }) => [
    name,
    ...[resealed, current, busy, unreadable].map(formatCount),
  ])
  const table = formatTable(['WHAT', 'SEALED AGAIN', 'WAS CURRENT', 'IN USE', 'UNREADABLE'], rows)
  const end =
    notResealed === 0
      ? 'Everything is sealed with SECRET_KEY: OLD_SECRET_KEYS can go.'
      : 'Something is left: run this again for what is in use, and add its key to OLD_SECRET_KEYS for what is unreadable.'
  return `${table.trimEnd()}\n\n${end}`
}
