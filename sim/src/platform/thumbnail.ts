import { crc32 } from 'node:zlib'
import { Random } from '../dataset/random.ts'
import { encodePng } from './png.ts'

type Colour = readonly [red: number, green: number, blue: number]
/** Signed distance in picture widths; negative inside. */
type Shape = (x: number, y: number) => number

const PICTURE_STREAM = 11

/** A little portrait, `size` pixels square, the same for the same key: ears, hair and colours of its own. */
export function drawThumbnail(key: string, size: number): Buffer {
  const random = new Random().startAt(crc32(key), PICTURE_STREAM, 0)
  const hue = random.unit()
  const sky: readonly Colour[] = [hsl(hue, 0.55, 0.78), hsl(hue + 0.12, 0.6, 0.45)]
  const layers = portrait(random, hue)
  const rgb = new Uint8Array(size * size * 3)
  const edge = 1.5 / size
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const x = (column + 0.5) / size
      const y = (row + 0.5) / size
      let colour = mix(sky[0]!, sky[1]!, Math.min(1, y * 0.8 + x * 0.2))
      for (const { shape, fill } of layers) {
        const cover = Math.min(1, Math.max(0, 0.5 - shape(x, y) / edge))
        if (cover > 0) colour = mix(colour, fill, cover)
      }
      rgb.set(colour, (row * size + column) * 3)
    }
  }
  return encodePng(size, rgb)
}

/** From back to front. */
function portrait(random: Random, hue: number): { shape: Shape; fill: Colour }[] {
  const hair = hsl(hue + 0.35 + random.unit() * 0.3, 0.5, 0.35 + random.unit() * 0.3)
  const skin = random.chance(0.4)
    ? hsl(random.unit(), 0.35, 0.7)
    : hsl(0.07, 0.55, 0.55 + random.unit() * 0.3)
  const eyes = hsl(random.unit(), 0.8, 0.4)
  const cloth = hsl(hue + 0.5, 0.45, 0.35 + random.unit() * 0.25)
  const bangs = 0.36 + random.unit() * 0.06
  return [
    { shape: ellipse(0.5, 1.02, 0.34, 0.3), fill: cloth },
    ...ears(random, hair, skin),
    { shape: ellipse(0.5, 0.5, 0.27, 0.3), fill: hair },
    { shape: ellipse(0.5, 0.54, 0.21, 0.235), fill: skin },
    { shape: above(ellipse(0.5, 0.5, 0.25, 0.24), bangs), fill: hair },
    ...[-0.085, 0.085].flatMap(side => [
      { shape: ellipse(0.5 + side, 0.55, 0.036, 0.052), fill: eyes },
      { shape: ellipse(0.5 + side + 0.01, 0.53, 0.012, 0.016), fill: [255, 255, 255] as const },
    ]),
    { shape: ellipse(0.5, 0.655, 0.03, 0.008), fill: mix(skin, [120, 40, 50], 0.6) },
  ]
}

function ears(random: Random, outer: Colour, inner: Colour): { shape: Shape; fill: Colour }[] {
  const kind = random.pick(['fox', 'fox', 'rabbit', 'round', 'none'] as const)
  if (kind === 'none') return []
  return [-1, 1].flatMap(side => {
    const x = 0.5 + side * (kind === 'rabbit' ? 0.1 : 0.18)
    const [large, small] =
      kind === 'fox'
        ? [triangle(x, 0.24, 0.105, 0.22), triangle(x, 0.26, 0.055, 0.13)]
        : kind === 'rabbit'
          ? [ellipse(x, 0.18, 0.055, 0.2), ellipse(x, 0.19, 0.025, 0.14)]
          : [ellipse(x, 0.26, 0.09, 0.09), ellipse(x, 0.26, 0.05, 0.05)]
    return [
      { shape: large!, fill: outer },
      { shape: small!, fill: mix(inner, [255, 170, 190], 0.4) },
    ]
  })
}

function ellipse(centreX: number, centreY: number, radiusX: number, radiusY: number): Shape {
  return (x, y) =>
    (Math.hypot((x - centreX) / radiusX, (y - centreY) / radiusY) - 1) * Math.min(radiusX, radiusY)
}

/** Upright, its middle at (x, y). */
function triangle(centreX: number, centreY: number, halfWidth: number, height: number): Shape {
  const slope = Math.hypot(1, halfWidth / height)
  return (x, y) => {
    const down = y - (centreY - height / 2)
    return Math.max((Math.abs(x - centreX) - (down * halfWidth) / height) / slope, down - height)
  }
}

function above(shape: Shape, line: number): Shape {
  return (x, y) => Math.max(shape(x, y), y - line - Math.abs(x - 0.5) * 0.25)
}

function mix(from: Colour, to: Colour, share: number): Colour {
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ]
}

/** Hue in turns, saturation and lightness from 0 to 1 (CSS Color 4, "HSL"). */
function hsl(hue: number, saturation: number, lightness: number): Colour {
  const strength = saturation * Math.min(lightness, 1 - lightness)
  const channel = (n: number) => {
    const k = (n + hue * 12) % 12
    return Math.round(255 * (lightness - strength * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
  }
  return [channel(0), channel(8), channel(4)]
}
