import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createLog, type LogLevel, silentLog } from './log.ts'

function record(level: LogLevel) {
  const lines: string[] = []
  return { lines, log: createLog({ level, output: { write: line => void lines.push(line) } }) }
}

describe('the log', () => {
  it('is one JSON object a line, with level and time in words and no name of the machine', () => {
    const { lines, log } = record('info')
    log.info({ event: 'listening', port: 8787 }, 'Listening')
    assert.match(lines[0]!, /^\{.*\}\n$/)
    const { time, ...rest } = JSON.parse(lines[0]!)
    assert.equal(new Date(time).toISOString(), time)
    assert.deepEqual(rest, { level: 'info', event: 'listening', port: 8787, msg: 'Listening' })
  })

  it('leaves out what is less serious than its level', () => {
    const { lines, log } = record('warn')
    log.debug({ event: 'listening' }, 'a')
    log.info({ event: 'listening' }, 'b')
    log.warn({ event: 'listening' }, 'c')
    log.error({ event: 'listening' }, 'd')
    assert.deepEqual(
      lines.map(line => JSON.parse(line).msg),
      ['c', 'd'],
    )
    silentLog.error({ event: 'listening' }, 'e')
  })

  it('describes an error and its causes without the properties that libraries add', () => {
    const { lines, log } = record('info')
    const cause = Object.assign(new Error('duplicate key'), { detail: 'Key (name)=(private) exists' })
    const err = Object.assign(new RangeError('cannot save', { cause }), { code: 'E_SAVE', input: 'private' })
    log.error({ event: 'job-failed', err }, 'A job failed')
    const entry = JSON.parse(lines[0]!)
    assert.deepEqual(Object.keys(entry.err), ['type', 'code', 'message', 'stack'])
    assert.equal(entry.err.type, 'RangeError')
    assert.equal(entry.err.code, 'E_SAVE')
    assert.match(entry.err.message, /cannot save: duplicate key/)
    assert.match(entry.err.stack, /log\.test\.ts/)
    assert.doesNotMatch(lines[0]!, /private/)
  })
})
