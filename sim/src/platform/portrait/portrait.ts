import { crc32 } from 'node:zlib'
import { Random } from '../../dataset/random.ts'
import { drawBackground } from './background.ts'
import { drawBody } from './body.ts'
import { drawBehindBody, drawHornsAndAccessory } from './extras.ts'
import { drawHair } from './hair.ts'
import { drawEars, drawHead } from './head.ts'
import { type Look, pickLook } from './look.ts'

const PICTURE_STREAM = 11

/** Width of the drawing, whose height is 512: the platform's pictures are 4:3. */
const WIDTH = 683
/** Centres the figure. */
const LEFT = (WIDTH - 512) / 2
/** Scales the square background to the full width; its middle fills the height. */
const FILLING = `translate(0 -50) scale(${WIDTH / 512})`

/** Draws a portrait as SVG, `size` pixels wide; equal keys give equal portraits. */
export function portraitSvg(key: string, size: number): string {
  const random = new Random().startAt(crc32(key), PICTURE_STREAM, 0)
  const look = pickLook(random)
  const background = drawBackground(random, look)
  const { back, front } = drawHair(random, look)
  const tilt = (random.unit() * 6 - 3).toFixed(1)
  const figure = [
    drawBehindBody(random, look),
    back,
    drawBody(random, look),
    drawEars(look),
    drawHead(random, look),
    front,
    drawHornsAndAccessory(random, look),
  ]
  const picture = `<defs>${gradients(look)}</defs><g transform="${FILLING}">${background}</g>
<g transform="translate(${256 + LEFT} 512) rotate(${tilt}) scale(1.08) translate(-256 -508)">${figure.join('\n')}</g>
<rect width="${WIDTH}" height="512" fill="url(#light)"/>`
  const height = Math.round((size * 3) / 4)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${height}" viewBox="0 0 ${WIDTH} 512">${picture}</svg>`
}

function gradients({ hair, skin, iris, cloth }: Look): string {
  return [
    verticalGradient('hair', hair.light, hair.base, hair.shade),
    verticalGradient('hairback', hair.base, hair.shade, hair.shade),
    verticalGradient('skin', skin.light, skin.base, skin.base),
    verticalGradient('iris', iris.shade, iris.base, iris.light),
    verticalGradient('cloth', cloth.base, cloth.base, cloth.shade),
    '<linearGradient id="light" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".10"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#1a1030" stop-opacity=".22"/></linearGradient>',
  ].join('')
}

function verticalGradient(id: string, top: string, middle: string, bottom: string): string {
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset=".5" stop-color="${middle}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>`
}
