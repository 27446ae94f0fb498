import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { UpstreamAnswer, UpstreamFault } from '../../kernel/upstream.ts'
import { Circuit } from './circuit.ts'

const POLICY = { maxFailures: 3, restMs: 1000, longestRestMs: 3000 }
const WELL: UpstreamAnswer = { kind: 'absent', status: 404, body: 'none' }
const failed = (fault: UpstreamFault): UpstreamAnswer => ({
  kind: 'unavailable',
  fault,
  reason: '',
  retryAfterMs: null,
})

/** Sends one attempt; returns the decision, or the change that the answer caused. */
function send(circuit: Circuit, answer: UpstreamAnswer, nowMs: number): string {
  const decision = circuit.decide(nowMs)
  if (decision.kind !== 'send') return `${decision.kind} for ${decision.waitMs}`
  return circuit.note(decision.isProbe, answer, nowMs) ?? (decision.isProbe ? 'probed' : 'passed')
}

function openCircuit(): Circuit {
  const circuit = new Circuit(POLICY)
  for (let i = 0; i < 3; i++) send(circuit, failed('timeout'), 0)
  return circuit
}

describe('a circuit', () => {
  it('opens after failures in a row, and stops attempts for a while', () => {
    const circuit = new Circuit(POLICY)
    const met = [failed('timeout'), failed('broken_off'), WELL].map(answer => send(circuit, answer, 0))
    assert.deepEqual(met, ['passed', 'passed', 'passed'])
    const faults = ['server_error', 'garbage', 'unreachable'] as const
    assert.deepEqual(
      faults.map(fault => send(circuit, failed(fault), 0)),
      ['passed', 'passed', 'opened'],
    )
    assert.equal(send(circuit, WELL, 400), 'resting for 600')
  })

  it('tells whether it lets attempts through, and else until when it does not', () => {
    const circuit = new Circuit(POLICY)
    assert.deepEqual(circuit.statusAt(0), { state: 'closed', untilMs: null })
    send(circuit, { kind: 'limited', retryAfterMs: 5000 }, 100)
    assert.deepEqual(circuit.statusAt(100), { state: 'limited', untilMs: 5100 })
    assert.deepEqual(circuit.statusAt(5100), { state: 'closed', untilMs: null })
    assert.deepEqual(openCircuit().statusAt(400), { state: 'resting', untilMs: 1000 })
    assert.deepEqual(openCircuit().statusAt(1500), { state: 'resting', untilMs: 1500 })
  })

  it('stays closed when an upstream works but its answers cannot be used', () => {
    const circuit = new Circuit(POLICY)
    for (const fault of ['unexpected', 'too_large', 'redirected'] as const)
      for (let i = 0; i < 3; i++) assert.equal(send(circuit, failed(fault), 0), 'passed')
  })

  it('lets one probe through after a while, and closes when it succeeds', () => {
    const circuit = openCircuit()
    assert.deepEqual(circuit.decide(1000), { kind: 'send', isProbe: true })
    assert.deepEqual(circuit.decide(1000), { kind: 'resting', waitMs: 0 })
    assert.equal(circuit.note(true, WELL, 1000), 'closed')
    assert.deepEqual(circuit.decide(1000), { kind: 'send', isProbe: false })
  })

  it('stays open longer after each failed probe, up to a bound', () => {
    const circuit = openCircuit()
    assert.equal(send(circuit, failed('timeout'), 1000), 'probed')
    assert.equal(send(circuit, WELL, 1001), 'resting for 1999')
    assert.equal(send(circuit, failed('timeout'), 3000), 'probed')
    assert.equal(send(circuit, WELL, 3001), 'resting for 2999')
    assert.equal(send(circuit, WELL, 6000), 'closed')
  })

  it('lets another probe through when the first was given up', () => {
    const circuit = openCircuit()
    circuit.decide(1000)
    circuit.abandon(true)
    assert.deepEqual(circuit.decide(1000), { kind: 'send', isProbe: true })
  })

  it('ignores late answers to attempts from before it opened', () => {
    const circuit = openCircuit()
    assert.equal(circuit.note(false, WELL, 10), null)
    assert.equal(circuit.note(false, failed('timeout'), 900), null)
    assert.deepEqual(circuit.decide(999), { kind: 'resting', waitMs: 1 })
    assert.equal(circuit.decide(1000).kind, 'send')
  })

  it('applies a limit of the upstream to all attempts', () => {
    const circuit = new Circuit(POLICY)
    send(circuit, { kind: 'limited', retryAfterMs: 5000 }, 100)
    send(circuit, { kind: 'limited', retryAfterMs: null }, 100)
    assert.deepEqual(circuit.decide(5099), { kind: 'limited', waitMs: 1 })
    assert.equal(circuit.decide(5100).kind, 'send')
  })
})
