import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { MAX_RECORD_BYTES, type Position, type RawRecord } from './raw-record.ts'
import { FILE_START, splitRecords, UnreadableFileError } from './split-records.ts'

async function* inChunks(file: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size)
}

async function split(text: string | Buffer, size = 7, from: Position = FILE_START): Promise<RawRecord[]> {
  const file = Buffer.from(text as string)
  const records: RawRecord[] = []
  for await (const batch of splitRecords(inChunks(file.subarray(from.offset), size), from))
    records.push(...batch.records)
  return records
}

function valuesOf(records: readonly RawRecord[]): unknown[] {
  return records.flatMap(record => ('value' in record ? [record.value] : []))
}

function problemsOf(records: readonly RawRecord[]): [line: number, problem: string][] {
  return records.flatMap(record => ('problem' in record ? [[record.line, record.problem]] : []))
}

const LAYOUTS: Record<string, (records: readonly object[]) => string> = {
  'a line each': records => records.map(record => `${JSON.stringify(record)}\n`).join(''),
  'a line each, without the last line end': records => records.map(r => JSON.stringify(r)).join('\n'),
  'a line each, as Windows ends them': records => records.map(r => `${JSON.stringify(r)}\r\n`).join(''),
  'a line each, with a byte order mark': records => `\uFEFF${records.map(r => JSON.stringify(r)).join('\n')}`,
  'a line each, with empty lines between': records =>
    `\n\r\n${records.map(r => `${JSON.stringify(r)}\n\n  \n`).join('')}`,
  'a list on one line': records => JSON.stringify(records),
  'a list, indented': records => JSON.stringify(records, null, 2),
  'a list, indented by one, with a byte order mark': records => `\uFEFF${JSON.stringify(records, null, 1)}\n`,
  'a list, an object a line': records => `[\n${records.map(r => JSON.stringify(r)).join(',\n')}\n]\n`,
  'a list, indented, as Windows ends lines': records =>
    JSON.stringify(records, null, '\t').replaceAll('\n', '\r\n'),
  'objects, indented, one after the other': records =>
    records.map(record => `${JSON.stringify(record, null, 2)}\n`).join(''),
}

/** Objects with brackets and quotes in their texts. */
const object = fc.record(
  {
    id: fc.string(),
    text: fc.string({
      unit: fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', '\n', 'é', '桔', '🦊', 'a'),
    }),
    list: fc.array(fc.record({ a: fc.integer() }, { noNullPrototype: true }), { maxLength: 3 }),
  },
  { noNullPrototype: true },
)

for (const [layout, render] of Object.entries(LAYOUTS)) {
  describe(`a file of ${layout}`, () => {
    it('gives its records, however it is split into chunks', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(object, { maxLength: 6 }),
          fc.integer({ min: 1, max: 40 }),
          async (all, size) => {
            const records = await split(render(all), size)
            assert.deepEqual(valuesOf(records), all)
            assert.deepEqual(problemsOf(records), [])
          },
        ),
        { numRuns: 60 },
      )
    })

    it('can be resumed after any batch', async () => {
      const all = Array.from({ length: 20 }, (_, i) => ({ id: `é${i}`, tags: [{ a: '}' }, i] }))
      const file = Buffer.from(render(all))
      const seen: RawRecord[] = []
      for await (const { records, nextPosition } of splitRecords(inChunks(file, 33))) {
        seen.push(...records)
        const rest = await split(file, 33, nextPosition)
        assert.deepEqual(valuesOf([...seen, ...rest]), all)
      }
      const lines = seen.map(({ line }) => line)
      for await (const { nextPosition } of splitRecords(inChunks(file, 33))) {
        const rest = await split(file, 50, nextPosition)
        assert.deepEqual(
          rest.map(({ line }) => line),
          lines.slice(lines.length - rest.length),
        )
      }
    })

    it('loses only a broken record', async () => {
      const breaks = ['{"id": "x', '{"id": 1,}', '{"id": [1}', '{"id" "x"}', '{"id": {"a": 1}', 'nonsense']
      const all = Array.from({ length: 5 }, (_, i) => ({ id: `x${i}`, list: [i] }))
      for (const broken of breaks) {
        const text = render([...all.slice(0, 2), { BROKEN: 1 }, ...all.slice(2)])
        const file = text.replace(/\{\s*"BROKEN":\s*1\s*\}/, broken)
        assert.notEqual(file, text)
        const records = await split(file)
        const found = valuesOf(records).filter(value => typeof value === 'object')
        const isNoise = (value: unknown) => !all.some(({ id }) => (value as { id?: unknown }).id === id)
        assert.deepEqual(
          found.filter(value => !isNoise(value)),
          all,
          `${broken} in ${layout}`,
        )
        assert.ok(problemsOf(records).length > 0 || found.some(isNoise), `${broken} was not noticed`)
      }
    })
  })
}

describe('lines', () => {
  it('are numbered as in an editor', async () => {
    const records = await split('{"a":1}\n\nnonsense\r\n{"a":2}\n{"a"')
    assert.deepEqual(records, [
      { line: 1, value: { a: 1 } },
      { line: 3, problem: 'not_json' },
      { line: 4, value: { a: 2 } },
      { line: 5, problem: 'not_json' },
    ])
  })

  it('that are not UTF-8 are reported as such, and no others are', async () => {
    const file = Buffer.concat([
      Buffer.from('{"a":"é"}\n{"a":"'),
      Buffer.from([0xc3, 0x28]),
      Buffer.from('"}\n{"a":"ü"}'),
    ])
    for (const size of [1, 5, 1000]) {
      const records = await split(file, size)
      assert.deepEqual(valuesOf(records), [{ a: 'é' }, { a: 'ü' }])
      assert.deepEqual(problemsOf(records), [[2, 'bad_utf8']])
    }
  })

  it('that are too long are skipped, however they are split into chunks', async () => {
    const long = `{"a":"${'x'.repeat(MAX_RECORD_BYTES)}"}`
    for (const size of [10_000, 700_000, 5_000_000]) {
      const records = await split(`{"a":1}\n${long}\n{"a":2}\n${long}`, size)
      assert.deepEqual(valuesOf(records), [{ a: 1 }, { a: 2 }])
      assert.deepEqual(problemsOf(records), [
        [2, 'too_long'],
        [4, 'too_long'],
      ])
    }
  })

  it('are recognised even if the first one is broken', async () => {
    for (const broken of ['{"id": "avtr_1", "na', 'oops', '{', '{"a":1,', '{"a":[']) {
      const records = await split(`${broken}\n{"a":1}\n{"a":2}`)
      assert.deepEqual(valuesOf(records), [{ a: 1 }, { a: 2 }], broken)
      assert.deepEqual(problemsOf(records), [[1, 'not_json']], broken)
    }
  })
})

describe('a list', () => {
  it('with an object that is too long gives all other objects', async () => {
    const all = [{ a: 1 }, { a: { b: 'x'.repeat(MAX_RECORD_BYTES) } }, { a: 2 }]
    for (const indent of [0, 1]) {
      for (const size of [10_000, 5_000_000]) {
        const records = await split(JSON.stringify(all, null, indent), size)
        assert.deepEqual(valuesOf(records), [{ a: 1 }, { a: 2 }])
        assert.deepEqual(
          problemsOf(records).map(([, problem]) => problem),
          ['too_long'],
        )
      }
    }
  })

  it('that is truncated gives its complete objects', async () => {
    const records = await split('[\n {"a": 1},\n {"a": 2,')
    assert.deepEqual(records, [
      { line: 2, value: { a: 1 } },
      { line: 3, problem: 'not_json' },
    ])
  })

  it('of values that are not objects gives these values', async () => {
    assert.deepEqual(valuesOf(await split('[1, "a", null, {"a": 1}]')), [1, 'a', null, { a: 1 }])
  })

  it('inside the object of a page gives the page, which the reader unpacks', async () => {
    assert.deepEqual(valuesOf(await split('{"total": 1, "avatars": [{"a": 1}]}')), [
      { total: 1, avatars: [{ a: 1 }] },
    ])
  })
})

describe('a file that is not text', () => {
  for (const [what, bytes] of Object.entries({
    'UTF-16': [0xff, 0xfe, 0x7b, 0],
    gzip: [0x1f, 0x8b, 8, 0, 1, 2],
    zip: [0x50, 0x4b, 3, 4, 1],
  })) {
    it(`is refused with advice: ${what}`, async () => {
      await assert.rejects(split(Buffer.from(bytes), 1), UnreadableFileError)
    })
  }

  it('gives no records when it is empty', async () => {
    assert.deepEqual(await split(''), [])
    assert.deepEqual(await split('\uFEFF'), [])
    assert.deepEqual(await split('[]'), [])
  })
})
