import type { Random } from './random.ts'

export type Draw<T> = (random: Random) => T

/** Draws from `[weight, outcome]` pairs in proportion to the weights. */
export function weighted<T>(pairs: readonly (readonly [weight: number, outcome: T])[]): Draw<T> {
  let total = 0
  const bounds = pairs.map(([weight]) => (total += weight))
  return random => {
    const point = random.unit() * total
    return pairs[bounds.findIndex(bound => point < bound)]![1]
  }
}

/**
 * Draws ranks from 0 to `count` − 1 with probability 1 / (rank + shift)^exponent (Zipf and Mandelbrot), by inverting
 * the continuous distribution; `exponent` must not be 1.
 */
export function zipf(count: number, { exponent, shift }: { exponent: number; shift: number }): Draw<number> {
  const power = 1 - exponent
  const low = shift ** power
  const high = (count + shift) ** power
  return random => {
    const rank = Math.floor((low + random.unit() * (high - low)) ** (1 / power) - shift)
    return Math.min(Math.max(rank, 0), count - 1)
  }
}
