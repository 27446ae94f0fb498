import type { Random } from '../../dataset/random.ts'
import { onBothSides } from './head.ts'
import type { Look } from './look.ts'

/** Draws wings or a tail. */
export function drawBehindBody(random: Random, { kind, skin, hair, accent }: Look): string {
  if (kind === 'demon')
    return onBothSides(
      `<path d="M150 470C90 420 40 330 18 236C66 262 84 258 96 238C110 282 130 292 150 286C150 330 168 350 190 356Z" fill="${accent.shade}"/>`,
    )
  if (kind === 'kemono' || kind === 'furry') {
    if (random.chance(0.5)) return ''
    const tone = kind === 'furry' ? skin : hair
    return `<path d="M356 512C440 500 486 420 470 330C462 296 436 292 428 318C420 372 388 420 336 452Z" fill="${tone.base}"/><path d="M470 330C462 296 436 292 428 318C426 334 422 346 418 356C440 372 460 366 472 354C472 346 471 338 470 330Z" fill="${tone.light}"/>`
  }
  if (kind === 'elf' && random.chance(0.5))
    return onBothSides(
      `<path d="M180 430C90 400 30 300 34 200C110 220 176 300 206 400Z" fill="#fff" opacity=".55"/><path d="M190 470C110 480 70 440 56 396C110 384 170 410 206 440Z" fill="#fff" opacity=".4"/>`,
    )
  return ''
}

/** Draws what is in front of everything else. */
export function drawHornsAndAccessory(random: Random, look: Look): string {
  const { kind } = look
  const horns = kind === 'demon' ? `${onBothSides(HORN)}` : ''
  const accessory = kind === 'robot' ? '' : random.pick(ACCESSORIES)(look)
  return horns + accessory
}

const HORN =
  '<path d="M204 124C184 96 150 92 140 50C176 54 218 76 236 112Z" fill="#3c2f45"/><path d="M196 110C180 94 160 84 150 62C172 72 204 88 220 108Z" fill="#6a5878"/>'

type Accessory = (look: Look) => string

const nothing: Accessory = () => ''

const glasses: Accessory = ({ accent }) =>
  `<g fill="#fff" fill-opacity=".16" stroke="${accent.shade}" stroke-width="6"><rect x="180" y="236" width="66" height="54" rx="24"/><rect x="266" y="236" width="66" height="54" rx="24"/><path d="M246 258Q256 250 266 258" fill="none"/></g>`

const headphones: Accessory = ({ accent, cloth }) =>
  `<path d="M156 250C140 110 210 70 256 70C302 70 372 110 356 250" fill="none" stroke="${cloth.shade}" stroke-width="15"/>${onBothSides(
    `<rect x="138" y="216" width="38" height="76" rx="18" fill="${accent.base}"/><rect x="146" y="230" width="12" height="48" rx="6" fill="${accent.light}"/>`,
  )}`

const halo: Accessory = () =>
  '<ellipse cx="256" cy="56" rx="82" ry="19" fill="none" stroke="#ffe9a3" stroke-width="11"/><ellipse cx="256" cy="56" rx="82" ry="19" fill="none" stroke="#fffbe8" stroke-width="4"/>'

const bow: Accessory = ({ accent }) =>
  `<g transform="translate(330 128) rotate(18)"><path d="M0 0C-20 -30 -52 -30 -54 -4C-52 24 -20 24 0 0ZM0 0C20 -30 52 -30 54 -4C52 24 20 24 0 0Z" fill="${accent.base}"/><path d="M-12 0C-24 -12 -40 -12 -44 -4M12 0C24 -12 40 -12 44 -4" stroke="${accent.shade}" stroke-width="4" fill="none"/><circle r="12" fill="${accent.light}"/></g>`

const flower: Accessory = ({ accent }) => {
  const petals = [0, 72, 144, 216, 288].map(
    turn => `<ellipse transform="rotate(${turn})" cx="0" cy="-19" rx="13" ry="18" fill="${accent.light}"/>`,
  )
  return `<g transform="translate(186 142)">${petals.join('')}<circle r="10" fill="#ffd95e"/></g>`
}

const clip: Accessory = ({ accent }) =>
  `<path transform="translate(322 182) rotate(-12)" d="M0 -18L5 -6L18 -5L8 4L12 17L0 9L-12 17L-8 4L-18 -5L-5 -6Z" fill="${accent.light}" stroke="${accent.shade}" stroke-width="3" stroke-linejoin="round"/>`

const beret: Accessory = ({ accent }) =>
  `<path d="M150 140C150 84 214 54 280 60C344 66 376 104 366 138C330 122 240 112 150 140Z" fill="${accent.base}"/><path d="M150 140C236 108 330 118 366 138C366 146 362 150 358 150C310 132 220 128 158 150Z" fill="${accent.shade}"/><path d="M262 60C262 48 270 44 276 42" stroke="${accent.shade}" stroke-width="8" stroke-linecap="round"/>`

const ACCESSORIES: readonly Accessory[] = [
  nothing,
  nothing,
  nothing,
  glasses,
  headphones,
  headphones,
  halo,
  bow,
  bow,
  flower,
  clip,
  clip,
  beret,
]
