import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Compile } from 'typebox/compile'
import { asJsonSchema, type JsonSchema } from './json-schema.ts'
import { isEmpty, isPictureOrXml } from './openapi/responses.ts'
import { createBodyReader, createParamsReader, createQueryReader } from './parse.ts'
import type { RouteContract } from './route.ts'
import { ROUTES } from './routes/all.ts'
import { sampleOf } from './sample.ts'

const hasAnswer = ({ response, mediaType }: Pick<RouteContract, 'response' | 'mediaType'>) =>
  !isEmpty(response) && !isPictureOrXml(mediaType)

/** The values of a request by name; text in a query is parsed into the value that it encodes. */
function valuesOf(route: RouteContract): Record<string, unknown> {
  const { params, query, body } = sampleOf(route)
  const read = route.query === undefined ? null : createQueryReader(route.query)(query)
  return {
    ...(read?.kind === 'value' ? (read.value as object) : {}),
    ...params,
    ...(body as object | undefined),
  }
}

/** The fields of an answer and of the objects in it, outside of lists. */
function* fieldsOf(value: unknown): Generator<[name: string, value: unknown]> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  for (const [name, field] of Object.entries(value)) {
    yield [name, field]
    yield* fieldsOf(field)
  }
}

/** The paths of texts and numbers that nothing but `examples` could fill, and that have none. */
function* withoutExample(schema: JsonSchema, path: string): Generator<string> {
  const { anyOf = [], properties = {}, items, format } = schema
  if (schema.examples !== undefined || schema.enum !== undefined || schema.const !== undefined) return
  for (const member of anyOf) yield* withoutExample(member, path)
  for (const [name, field] of Object.entries(properties)) yield* withoutExample(field, `${path}.${name}`)
  if (items !== undefined) yield* withoutExample(items, `${path}[]`)
  const isDate = format === 'date' || format === 'date-time'
  if (!isDate && ['string', 'integer', 'number'].includes(schema.type ?? '')) yield path
}

/** Path parameters are text even where the answer has a number. */
function typed(requested: unknown, like: unknown): unknown {
  return typeof like === 'number' ? Number(requested) : requested
}

interface Page {
  total?: number
  count?: number
  limit?: number
  offset?: number
  nextOffset?: number | null
  hasMore?: boolean
}

/** Checks the numbers of a page against its rows and its request. */
function assertFits(page: Page, rows: number, requested: Record<string, unknown>): void {
  const { limit = page.limit, offset = 0 } = requested as { limit?: number; offset?: number }
  const { total = rows } = page
  const hasMore =
    page.hasMore ?? (page.nextOffset === undefined ? total > offset + rows : page.nextOffset !== null)
  assert.ok(limit === undefined || rows <= limit, `${rows} rows of at most ${limit}`)
  assert.ok(!hasMore || rows === limit, 'a page that is not full is the last')
  if (page.total !== undefined) assert.equal(hasMore, total > offset + rows)
  if (page.count !== undefined) assert.equal(page.count, rows)
  if (page.offset !== undefined) assert.equal(page.offset, offset)
  if (page.nextOffset !== undefined) assert.equal(page.nextOffset, hasMore ? offset + rows : null)
}

describe('a request in the reference', () => {
  for (const route of ROUTES) {
    const { params, query, body } = sampleOf(route)
    it(`of ${route.id} is valid for the route, without a change`, () => {
      if (route.params !== undefined) {
        const reading = createParamsReader(route.params)(params)
        assert.deepEqual(reading, { kind: 'value', value: params })
      }
      if (route.query !== undefined) {
        const reading = createQueryReader(route.query)(query)
        assert.ok(reading.kind === 'value', reading.kind === 'value' ? '' : reading.error.message)
        const value = reading.value as Record<string, unknown>
        for (const [name, text] of new URLSearchParams(query)) assert.equal(String(value[name]), text, name)
      }
      if (route.body !== undefined) {
        assert.deepEqual(createBodyReader(route.body)(body), { kind: 'value', value: body })
      }
    })
  }
})

describe('an answer in the reference', () => {
  for (const route of ROUTES.filter(hasAnswer)) {
    const { answer } = sampleOf(route)

    it(`of ${route.id} is valid for the schema of the route`, () => {
      const validator = Compile(route.response)
      assert.ok(validator.Check(answer), JSON.stringify(validator.Errors(answer)))
    })

    it(`of ${route.id} fits the request beside it`, () => {
      const requested = { ...valuesOf(route), ...route.docsSample?.answerValues }
      for (const [name, value] of fieldsOf(answer)) {
        if (name === 'total' || !(name in requested)) continue
        assert.equal(
          JSON.stringify(value),
          JSON.stringify(typed(requested[name], value)),
          `${name} of the answer`,
        )
      }
      const lists = Object.values(answer as object).filter(Array.isArray)
      if (lists.length > 0 && route.id !== 'importFavorites')
        assertFits(answer as Page, lists[0]!.length, requested)
    })
  }

  it('has a row for each day in lists by day', () => {
    const { answer } = sampleOf(ROUTES.find(({ id }) => id === 'insightsOverview')!)
    const { days, series } = answer as { days: number; series: { date: string }[] }
    assert.deepEqual([days, series.length, series.at(-1)!.date], [7, 7, '2026-11-02'])
  })

  it('of a bundle has exactly the sections of its request', () => {
    const { answer, query } = sampleOf(ROUTES.find(({ id }) => id === 'worldBundle')!)
    const { sections } = answer as { sections: object }
    assert.equal(Object.keys(sections).join(), new URLSearchParams(query).get('include'))
  })
})

describe('a field', () => {
  for (const { id, params, body, response, ...route } of ROUTES) {
    const answer = hasAnswer({ response, ...route }) ? response : {}
    it(`of ${id} has an example on its schema`, () => {
      const missing = Object.entries({ params, body, answer }).flatMap(([part, schema = {}]) => [
        ...withoutExample(asJsonSchema(schema), part),
      ])
      // A file is text as a whole.
      assert.deepEqual(
        missing.filter(path => path !== 'answer'),
        [],
        'give these texts `examples`',
      )
    })
  }
})
