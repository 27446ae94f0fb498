import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import type { SealedTexts } from '../kernel/sealed-texts.ts'
import type { Sealer } from '../platform/crypto/sealed.ts'
import { sealedGrants } from '../slices/discord/index.ts'
import { sealedTokens } from '../slices/identity/index.ts'
import { COMMUNITY_TOKENS, DISCORD_GRANTS, type SealerFor } from './sealers.ts'

/** Rows read at once. */
const PAGE = 200

/** What became of the sealed texts of one table. */
export interface Resealed {
  readonly name: string
  /** Sealed with the current key now. */
  readonly resealed: number
  /** They were before. */
  readonly current: number
  /** In use, or replaced meanwhile: to be looked at again. */
  readonly busy: number
  /** Sealed with a key that is not among those given, or damaged. */
  readonly unreadable: number
}

/**
 * Seals again with the current key whatever is sealed with an older one. Each text is replaced by itself, and only when
 * it is still the one that was read: a server may run meanwhile, and a run that was broken off is begun again.
 */
export async function resealAll(deps: {
  db: Database
  clock: Clock
  sealerFor: SealerFor
}): Promise<Resealed[]> {
  const grants = deps.sealerFor(DISCORD_GRANTS)
  const done: Resealed[] = []
  for (const texts of sealedGrants(deps)) done.push(await reseal(texts, grants))
  done.push(await reseal(sealedTokens(deps), deps.sealerFor(COMMUNITY_TOKENS)))
  return done
}

async function reseal(texts: SealedTexts, sealer: Sealer): Promise<Resealed> {
  const counts = { resealed: 0, current: 0, busy: 0, unreadable: 0 }
  let after = -1
  for (;;) {
    const page = await texts.after(after, PAGE)
    for (const { id, sealed, about } of page) {
      if (!sealer.isStale(sealed)) {
        counts.current++
        continue
      }
      const text = sealer.open(sealed, about)
      if (text === null) counts.unreadable++
      else if (await texts.replace(id, sealed, sealer.seal(text, about))) counts.resealed++
      else counts.busy++
    }
    if (page.length < PAGE) return { name: texts.name, ...counts }
    after = page.at(-1)!.id
  }
}
