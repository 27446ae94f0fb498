import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ByteArena } from './byte-arena.ts'

const MIB = 1 << 20

/** An arena with that many entries of a mebibyte each. */
function fillArena(mebibytes: number): { arena: ByteArena; addresses: number[] } {
  const arena = new ByteArena()
  const addresses = Array.from({ length: mebibytes }, (_, i) => arena.append(new Uint8Array(MIB).fill(i)))
  return { arena, addresses }
}

describe('an arena of bytes', () => {
  it('copies no chunk of more than a mebibyte', () => {
    const { arena, addresses } = fillArena(2)
    const chunk = arena.chunkBytes(addresses[0]!)
    for (let i = 2; i < 16; i++) addresses.push(arena.append(new Uint8Array(MIB).fill(i)))
    assert.equal(arena.chunkBytes(addresses[15]!), chunk)
    for (const [i, address] of addresses.entries()) assert.equal(chunk[arena.offset(address)], i)
  })

  it('begins a chunk after loading when those loaded are longer', () => {
    const { arena, addresses } = fillArena(2)
    const loaded = ByteArena.from(arena.capture())
    const address = loaded.append(Uint8Array.of(7))
    assert.notEqual(loaded.chunkNumberOf(address), loaded.chunkNumberOf(addresses[0]!))
    assert.equal(loaded.chunkBytes(address)[loaded.offset(address)], 7)
  })

  it('goes on with a short chunk after loading', () => {
    const arena = new ByteArena()
    const first = arena.append(Uint8Array.of(1))
    const loaded = ByteArena.from(arena.capture())
    const second = loaded.append(Uint8Array.of(2))
    assert.equal(loaded.chunkNumberOf(second), loaded.chunkNumberOf(first))
    assert.equal(loaded.chunkBytes(first)[loaded.offset(first)], 1)
  })
})
