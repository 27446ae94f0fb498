import type { KeyScope } from '@avatary/contract/keys'
import { DAY_MS } from '../kernel/days.ts'
import { randomToken } from '../platform/random.ts'
import { IdentityStore, newKey } from '../slices/identity/index.ts'
import type { FillDeps } from './deps.ts'

interface DemoKey {
  readonly name: string
  readonly scopes: readonly KeyScope[]
  /** Null for a key that does not expire. */
  readonly endsInDays: number | null
}

const KEYS: readonly DemoKey[] = [
  { name: 'World pedestal sync', scopes: ['read'], endsInDays: null },
  { name: 'バックアップ', scopes: ['read', 'write'], endsInDays: 60 },
]

/** Gives a person of the demo personal keys, whose secrets nobody has. */
export async function loadDemoKeys(personKey: number, { db, nowMs }: FillDeps): Promise<void> {
  const { keys } = new IdentityStore({ db })
  for (const { name, scopes, endsInDays } of KEYS) {
    const { id, hash } = newKey(randomToken)
    const expiresAtMs = endsInDays === null ? null : nowMs + endsInDays * DAY_MS
    await keys.create(personKey, { id, hash, name, scopes, expiresAtMs }, nowMs - DAY_MS)
  }
}
