import type { Random } from '../../dataset/random.ts'
import type { Look } from './look.ts'

/** Draws the sky, shapes in it, and light behind the head. */
export function drawBackground(random: Random, look: Look): string {
  const [top, middle, bottom] = look.sky
  const angle = random.pick(['0 0 0 1', '0 0 0.5 1', '0.5 0 0 1', '0 0 1 1'])
  const [x1, y1, x2, y2] = angle.split(' ')
  const backdrop = random.pick(look.isNight ? NIGHT : DAY)
  return `<defs>
<linearGradient id="sky" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"><stop offset="0" stop-color="${top}"/><stop offset=".55" stop-color="${middle}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>
<radialGradient id="glow" cx=".5" cy=".5" r=".5"><stop offset="0" stop-color="${look.glow}" stop-opacity=".9"/><stop offset="1" stop-color="${look.glow}" stop-opacity="0"/></radialGradient>
</defs>
<rect width="512" height="512" fill="url(#sky)"/>
${backdrop(random, look)}
<circle cx="256" cy="235" r="250" fill="url(#glow)"/>`
}

type Backdrop = (random: Random, look: Look) => string

const bokeh: Backdrop = (random, { glow }) =>
  scatter(random, 16, (x, y) => {
    const radius = 10 + random.unit() * 46
    return `<circle cx="${x}" cy="${y}" r="${radius.toFixed(1)}" fill="${glow}" opacity="${(0.08 + random.unit() * 0.22).toFixed(2)}"/>`
  })

const stars: Backdrop = (random, { glow, accent }) =>
  scatter(random, 46, (x, y) => {
    const size = 1 + random.unit() * 2.6
    return random.chance(0.16)
      ? sparkle(x, y, 6 + random.unit() * 12, random.pick([glow, accent.light]))
      : `<circle cx="${x}" cy="${y}" r="${size.toFixed(1)}" fill="#fff" opacity="${(0.35 + random.unit() * 0.6).toFixed(2)}"/>`
  })

const moon: Backdrop = (random, look) => {
  const x = random.pick([96, 416])
  const y = 70 + random.below(60)
  return `${stars(random, look)}<circle cx="${x}" cy="${y}" r="58" fill="${look.glow}" opacity=".25"/><circle cx="${x}" cy="${y}" r="42" fill="#fff6dd"/><circle cx="${x - 12}" cy="${y - 8}" r="8" fill="#eadfbe"/><circle cx="${x + 12}" cy="${y + 14}" r="5" fill="#eadfbe"/>`
}

const rays: Backdrop = (_, { glow }) => {
  const wedges = Array.from({ length: 12 }, (_unused, i) => {
    const at = (turn: number) =>
      `${(256 + 480 * Math.cos(turn)).toFixed(1)} ${(230 + 480 * Math.sin(turn)).toFixed(1)}`
    const start = (i * Math.PI) / 6
    return `M256 230L${at(start)}L${at(start + Math.PI / 12)}Z`
  })
  return `<path d="${wedges.join('')}" fill="${glow}" opacity=".28"/>`
}

const petals: Backdrop = (random, { accent, glow }) =>
  scatter(random, 22, (x, y) => {
    const size = 7 + random.unit() * 11
    return `<path transform="translate(${x} ${y}) rotate(${random.below(360)}) scale(${(size / 10).toFixed(2)})" d="M0 -10C7 -8 8 3 0 10C-8 3 -7 -8 0 -10Z" fill="${random.pick([accent.light, glow, '#ffffff'])}" opacity="${(0.45 + random.unit() * 0.45).toFixed(2)}"/>`
  })

const hills: Backdrop = (random, { sky, isNight }) => {
  const layers = [360, 410, 455].map((y, i) => {
    const bend = () => y - 40 + random.below(60)
    return `<path d="M0 ${bend()}C120 ${bend() - 50} 190 ${bend() + 40} 290 ${bend()}S440 ${bend() - 40} 512 ${bend()}V512H0Z" fill="${isNight ? sky[0] : sky[2]}" opacity="${0.35 + i * 0.2}"/>`
  })
  return layers.join('')
}

const clouds: Backdrop = (random, { glow }) =>
  scatter(random, 6, (x, y) => {
    const scale = (0.6 + random.unit() * 0.9).toFixed(2)
    return `<path transform="translate(${x} ${y}) scale(${scale})" d="M-70 20C-92 20 -92 -8 -68 -8C-66 -34 -26 -40 -16 -18C-4 -44 44 -38 42 -8C74 -14 80 20 52 20Z" fill="${glow}" opacity=".5"/>`
  })

const grid: Backdrop = (random, { accent, glow }) => {
  const lines = Array.from(
    { length: 10 },
    (_, i) => `M0 ${360 + i * i * 2}H512M${256 + (i - 4.5) * 26} 360L${256 + (i - 4.5) * 150} 512`,
  )
  return `<path d="${lines.join('')}" stroke="${accent.base}" stroke-width="2" opacity=".55" fill="none"/><circle cx="256" cy="${190 + random.below(40)}" r="150" fill="${accent.base}" opacity=".5"/><circle cx="256" cy="210" r="120" fill="${glow}" opacity=".35"/>`
}

const DAY: readonly Backdrop[] = [bokeh, rays, petals, hills, clouds, clouds, petals]
const NIGHT: readonly Backdrop[] = [stars, moon, bokeh, grid, stars]

function scatter(random: Random, count: number, draw: (x: number, y: number) => string): string {
  return Array.from({ length: count }, () => draw(random.below(512), random.below(512))).join('')
}

function sparkle(x: number, y: number, size: number, fill: string): string {
  const s = size
  const t = size * 0.16
  return `<path transform="translate(${x} ${y})" d="M0 ${-s}Q${t} ${-t} ${s} 0Q${t} ${t} 0 ${s}Q${-t} ${t} ${-s} 0Q${-t} ${-t} 0 ${-s}Z" fill="${fill}" opacity=".9"/>`
}
