import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Compilable, CompiledQuery, Transaction } from 'kysely'
import { bulkStatement } from './bulk.ts'

interface Row {
  a: number
  b: number
}

it('a bulk statement splits rows into batches of at most 256, compiles each size once, and keeps their order', async () => {
  const compiled: number[] = []
  const executed: (readonly unknown[])[] = []
  const statement = bulkStatement<unknown, Row, never>(['a', 'b'], (_, rows) => {
    compiled.push(rows.length)
    const parameters = rows.flatMap(({ a, b }) => [a, b])
    return { compile: () => ({ sql: '', parameters }) } as unknown as Compilable<never>
  })
  const tx = {
    async executeQuery({ parameters }: CompiledQuery) {
      executed.push(parameters)
      return { rows: [] }
    },
  } as unknown as Transaction<unknown>
  const rows = Array.from({ length: 600 }, (_, i) => ({ b: -i, a: i }))
  await statement.run(tx, rows)
  await statement.run(tx, rows)
  assert.deepEqual(
    executed.slice(0, 4).map(({ length }) => length / 2),
    [256, 256, 64, 16],
  )
  assert.deepEqual(
    compiled.toSorted((a, b) => b - a),
    [256, 64, 16, 8],
  )
  assert.deepEqual(
    executed.slice(0, 5).flat(),
    rows.flatMap(({ a, b }) => [a, b]),
  )
})
