import assert from 'node:assert/strict'
import { it } from 'node:test'
import { json } from '../../kernel/answer.ts'
import { handlingEveryRoute } from './every-route.ts'
import type { Part } from './part.ts'

const health = async () => json({ ok: true } as const)

it('parts that leave out a route, or may leave it out, do not compile', () => {
  // @ts-expect-error: most routes have no handler.
  handlingEveryRoute([{ handlersBeforeReady: { health } }])
  const unknown: readonly Part[] = []
  // @ts-expect-error: nothing says which routes the parts handle.
  assert.equal(handlingEveryRoute(unknown), unknown)
})
