import type { Random } from '../../dataset/random.ts'
import { oklch } from './colour.ts'

/** The colours of one material in normal, less and more light. */
interface Tone {
  readonly base: string
  readonly shade: string
  readonly light: string
}

type Kind = 'human' | 'kemono' | 'furry' | 'elf' | 'demon' | 'robot'
export type Ears = 'fox' | 'cat' | 'rabbit' | 'bear' | 'dog'

/** The traits of one portrait, chosen once so that its parts match. */
export interface Look {
  readonly kind: Kind
  readonly ears: Ears
  readonly hue: number
  readonly isNight: boolean
  readonly sky: readonly [string, string, string]
  readonly glow: string
  readonly hair: Tone
  readonly skin: Tone
  readonly iris: Tone
  readonly cloth: Tone
  readonly accent: Tone
}

/** A value that is listed twice is chosen twice as often, here and in `EARS`. */
const KINDS: readonly Kind[] = [
  'human',
  'human',
  'human',
  'kemono',
  'kemono',
  'kemono',
  'kemono',
  'furry',
  'furry',
  'furry',
  'elf',
  'demon',
  'robot',
]
const EARS: readonly Ears[] = ['fox', 'fox', 'cat', 'cat', 'rabbit', 'bear', 'dog']
/** Lightness, chroma and hue in OKLCH, here and in `FURS`. */
const SKINS = [
  [0.93, 0.025, 0.13],
  [0.91, 0.035, 0.14],
  [0.87, 0.05, 0.16],
  [0.79, 0.07, 0.16],
  [0.66, 0.08, 0.15],
  [0.52, 0.07, 0.14],
] as const
const FURS = [
  [0.95, 0.01, 0.2],
  [0.8, 0.1, 0.17],
  [0.72, 0.13, 0.14],
  [0.62, 0.05, 0.7],
  [0.45, 0.03, 0.75],
  [0.86, 0.04, 0.6],
  [0.84, 0.07, 0.97],
] as const

export function pickLook(random: Random): Look {
  const kind = random.pick(KINDS)
  const hue = random.unit()
  const isNight = random.chance(0.3)
  const hueStep = random.pick([0.08, -0.08, 0.14, -0.14])
  const contrastHue = hue + random.pick([0.5, 0.42, 0.58, 0.33])
  const isNatural = random.chance(0.35)
  const hairLight = isNatural ? random.pick([0.32, 0.42, 0.55, 0.82]) : 0.5 + random.unit() * 0.38
  const hairChroma = isNatural ? random.pick([0.02, 0.05, 0.08]) : 0.08 + random.unit() * 0.08
  const hairHue = isNatural
    ? 0.12 + random.unit() * 0.08
    : random.pick([contrastHue, hue + hueStep, random.unit()])
  const cloth = random.pick([
    [0.32, 0.05],
    [0.9, 0.03],
    [0.58, 0.13],
    [0.45, 0.11],
  ])
  return {
    kind,
    ears: random.pick(EARS),
    hue,
    isNight,
    sky: isNight
      ? [oklch(0.26, 0.08, hue), oklch(0.4, 0.12, hue + hueStep), oklch(0.62, 0.14, hue + hueStep * 2)]
      : [oklch(0.93, 0.05, hue), oklch(0.84, 0.09, hue + hueStep), oklch(0.76, 0.13, hue + hueStep * 2)],
    glow: isNight ? oklch(0.75, 0.14, hue + hueStep) : oklch(0.98, 0.03, hue),
    hair: toneOf(hairLight, hairChroma, hairHue),
    skin: skinOf(random, kind),
    iris: toneOf(0.6, 0.16, random.pick([contrastHue, hue, random.unit()])),
    cloth: toneOf(cloth[0]!, cloth[1]!, contrastHue),
    accent: toneOf(0.74, 0.15, random.pick([hue + 0.5, contrastHue + 0.1, 0.03, 0.2])),
  }
}

function skinOf(random: Random, kind: Kind): Tone {
  if (kind === 'robot') return toneOf(0.88, 0.015, random.unit())
  if (kind === 'demon' && random.chance(0.5)) return toneOf(0.72, 0.09, random.pick([0.78, 0.85, 0.95, 0.03]))
  const [lightness, chroma, hue] = random.pick<readonly [number, number, number]>(
    kind === 'furry' ? FURS : SKINS,
  )
  return toneOf(lightness, chroma, hue)
}

function toneOf(lightness: number, chroma: number, hue: number): Tone {
  return {
    base: oklch(lightness, chroma, hue),
    shade: oklch(lightness * 0.82, chroma * 1.1 + 0.01, hue - 0.02),
    light: oklch(Math.min(0.98, lightness + 0.1), chroma * 0.7, hue + 0.02),
  }
}
