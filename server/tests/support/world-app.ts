import assert from 'node:assert/strict'
import type { WorldAvatar } from '@avatary/contract/world'
import type { AvatarPatch } from '../../src/avatars/store.ts'
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts'
import { INVENTED_AVATARS, inventedId } from './invented-avatars.ts'
import { ManualClock } from './manual-clock.ts'
import { commonShape, readVrcJson, type Shape } from './vrc-json.ts'

export const FILLERS = 210
export const TOTAL = INVENTED_AVATARS.length + FILLERS

/** Enough avatars and tags to reach the larger bounds; all are older than the invented ones and have no views. */
const WORLD_AVATARS: readonly AvatarPatch[] = [
  ...INVENTED_AVATARS,
  ...Array.from({ length: FILLERS }, (_, n) => ({
    id: inventedId(1000 + n),
    name: `Zz ${n}`,
    authorId: 'usr_00000000-0000-4000-8000-0000000000f1',
    authorName: 'Filler',
    tags: [`author_tag_filler${n}`],
    platforms: ['pc' as const],
    addedAtMs: Date.UTC(2024, 0, 1) + n,
  })),
]

const ENV = { RATE_LIMIT_WORLD: '9000', RATE_LIMIT_GLOBAL: '9000', FLUSH_INTERVAL_MS: '10' }

/** The spec's list envelope of avatars. */
export interface WorldList {
  ok: true
  now: string
  total: number
  count: number
  limit: number
  offset: number
  nextOffset: number | null
  avatars: WorldAvatar[]
}

type WorldOptions = TestAppOptions & { clock?: ManualClock }

/** An app whose answers are read like worlds read them. */
export class WorldApp implements AsyncDisposable {
  readonly app: TestApp
  readonly clock: ManualClock
  readonly #shapes = new Map<string, Shape>()

  constructor(app: TestApp, clock: ManualClock) {
    this.app = app
    this.clock = clock
  }

  static async start({
    clock = new ManualClock(Date.now()),
    ...options
  }: WorldOptions = {}): Promise<WorldApp> {
    const env = { ...ENV, ...options.env }
    return new WorldApp(await startTestApp({ avatars: WORLD_AVATARS, ...options, env, clock }), clock)
  }

  /** Reads an answer, which must have the same shape as all others of its endpoint. */
  async read(address: string): Promise<Record<string, unknown>> {
    const response = await this.app.get(address)
    const text = await response.text()
    assert.equal(response.status, 200, `${address}: ${text.slice(0, 300)}`)
    const { value, shape } = readVrcJson(text)
    const path = address.replace(/\?.*/, '').replace(/avtr_[^/]+/, '{id}')
    this.#shapes.set(path, commonShape(this.#shapes.get(path) ?? 'anything', shape, path))
    return value
  }

  async list(address: string): Promise<WorldList> {
    return (await this.read(address)) as unknown as WorldList
  }

  /** Ids of the avatars of a list. */
  async names(address: string): Promise<string[]> {
    return (await this.list(address)).avatars.map(({ name }) => name)
  }

  /** Asserts a 400 that names the parameter. */
  async assertRefused(address: string, parameter: string): Promise<void> {
    const response = await this.app.get(address)
    const { error, code } = (await response.json()) as { error: string; code: string }
    assert.deepEqual([response.status, code], [400, 'invalid_parameter'], address)
    assert.ok(error.includes(`\`${parameter}\``), error)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.app[Symbol.asyncDispose]()
  }
}
