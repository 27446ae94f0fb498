import type { KeyScope } from '@avatary/contract/keys'
import { DAY_MS } from '../kernel/days.ts'
import { randomToken } from '../platform/random.ts'
import { type KeyStore, newKey } from '../slices/identity/index.ts'

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
export async function loadDemoKeys(deps: {
  keys: Pick<KeyStore, 'create'>
  person: number
  nowMs: number
}): Promise<void> {
  const { keys, person, nowMs } = deps
  for (const { name, scopes, endsInDays } of KEYS) {
    const { id, hash } = newKey(randomToken)
    const expiresAtMs = endsInDays === null ? null : nowMs + endsInDays * DAY_MS
    await keys.create(person, { id, hash, name, scopes, expiresAtMs }, nowMs - DAY_MS)
  }
}
