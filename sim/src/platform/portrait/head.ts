import type { Random } from '../../dataset/random.ts'
import type { Ears, Look } from './look.ts'

const FACE =
  'M174 218C170 300 214 354 256 362C298 354 342 300 338 218C336 158 300 128 256 128C212 128 176 158 174 218Z'
const FACE_WITH_MUZZLE =
  'M166 226C154 268 172 296 190 306C204 346 236 364 256 366C276 364 308 346 322 306C340 296 358 268 346 226C342 160 304 124 256 124C208 124 170 160 166 226Z'

/** Draws the head without hair. */
export function drawHead(random: Random, look: Look): string {
  const { kind, skin } = look
  if (kind === 'robot') return drawRobotHead(random, look)
  const isFurry = kind === 'furry'
  const face = `<path d="${isFurry ? FACE_WITH_MUZZLE : FACE}" fill="url(#skin)"/>`
  const muzzle = isFurry
    ? `<path d="M256 268C296 268 316 292 310 318C302 348 276 360 256 360C236 360 210 348 202 318C196 292 216 268 256 268Z" fill="${skin.light}"/><path d="M240 286C246 278 266 278 272 286C272 298 262 304 256 306C250 304 240 298 240 286Z" fill="#3a2b33"/><ellipse cx="250" cy="286" rx="5" ry="2.6" fill="#fff" opacity=".6"/>`
    : `<path d="M254 296L260 298" stroke="${skin.shade}" stroke-width="4" stroke-linecap="round"/>`
  const blush = random.chance(0.7)
    ? `<ellipse cx="200" cy="300" rx="19" ry="9" fill="#ff7d8f" opacity=".35"/><ellipse cx="312" cy="300" rx="19" ry="9" fill="#ff7d8f" opacity=".35"/>`
    : ''
  return `${face}${muzzle}${blush}${drawEyes(random, look)}${drawMouth(random, isFurry)}`
}

function drawEyes(random: Random, { iris, hair }: Look): string {
  const brow = hair.shade
  const [left, right] = [214, 298]
  const mood = random.below(8)
  if (mood === 0)
    return `<path d="M192 266C202 250 226 250 236 266M276 266C286 250 310 250 320 266" fill="none" stroke="#3a2b33" stroke-width="7" stroke-linecap="round"/>`
  const isWink = mood === 1
  const openEye = (x: number) => `<ellipse cx="${x}" cy="262" rx="24" ry="27" fill="#fffdfb"/>
<ellipse cx="${x}" cy="264" rx="18" ry="23" fill="url(#iris)"/><ellipse cx="${x}" cy="262" rx="9" ry="13" fill="${iris.shade}"/><ellipse cx="${x}" cy="264" rx="6" ry="9" fill="#241a2a"/>
<ellipse cx="${x - 7}" cy="252" rx="6.5" ry="8" fill="#fff"/><circle cx="${x + 8}" cy="276" r="4" fill="#fff" opacity=".85"/>
<path d="M${x - 28} 258C${x - 22} 230 ${x + 22} 230 ${x + 28} 258C${x + 18} 242 ${x - 18} 242 ${x - 28} 258Z" fill="#33242e"/>`
  const closedEye = `<path d="M${right - 22} 268C${right - 12} 252 ${right + 12} 252 ${right + 22} 268" fill="none" stroke="#33242e" stroke-width="7" stroke-linecap="round"/>`
  const tilt = random.pick([-4, 0, 0, 5])
  const brows = `<path d="M${left - 22} ${222 - tilt}Q${left} ${210} ${left + 20} ${222 + tilt}M${right - 20} ${222 + tilt}Q${right} ${210} ${right + 22} ${222 - tilt}" fill="none" stroke="${brow}" stroke-width="6" stroke-linecap="round"/>`
  return `${openEye(left)}${isWink ? closedEye : openEye(right)}${brows}`
}

function drawMouth(random: Random, isFurry: boolean): string {
  const line = (d: string) =>
    `<path d="${d}" fill="none" stroke="#7a3a44" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>`
  if (isFurry) return line('M256 306V318C250 332 232 332 226 322M256 318C262 332 280 332 286 322')
  return random.pick([
    line('M240 320Q256 334 272 320'),
    line('M238 320C244 330 252 330 256 322C260 330 268 330 274 320'),
    '<path d="M238 316H274C274 336 264 344 256 344C248 344 238 336 238 316Z" fill="#8e3747"/><path d="M246 336C250 330 262 330 266 336C262 343 250 343 246 336Z" fill="#ff8d97"/>',
    line('M246 324H266'),
    `${line('M238 318Q256 332 274 316')}<path d="M266 322L270 332L260 326Z" fill="#fff"/>`,
  ])
}

function drawRobotHead(random: Random, { skin, iris, accent, cloth }: Look): string {
  const eye = (x: number) =>
    random.chance(0.5)
      ? `<circle cx="${x}" cy="258" r="17" fill="${iris.light}"/><circle cx="${x}" cy="258" r="8" fill="#fff"/>`
      : `<path d="M${x - 20} 266Q${x} 236 ${x + 20} 266" fill="none" stroke="${iris.light}" stroke-width="10" stroke-linecap="round"/>`
  return `<path d="M172 190C172 140 208 118 256 118C304 118 340 140 340 190V280C340 330 306 362 256 362C206 362 172 330 172 280Z" fill="url(#skin)"/>
<path d="M186 222C186 206 200 200 256 200C312 200 326 206 326 222V286C326 312 300 320 256 320C212 320 186 312 186 286Z" fill="#1c1a2b"/>
<path d="M196 222C196 212 208 208 250 208L214 310C200 306 196 298 196 286Z" fill="#fff" opacity=".09"/>
${eye(214)}${eye(298)}<path d="M240 296Q256 308 272 296" fill="none" stroke="${iris.light}" stroke-width="6" stroke-linecap="round"/>
<rect x="150" y="216" width="24" height="66" rx="10" fill="${cloth.shade}"/><rect x="338" y="216" width="24" height="66" rx="10" fill="${cloth.shade}"/>
<path d="M256 118V84" stroke="${skin.shade}" stroke-width="7"/><circle cx="256" cy="76" r="13" fill="${accent.base}"/><circle cx="252" cy="72" r="5" fill="#fff" opacity=".8"/>`
}

interface EarShape {
  readonly outer: string
  readonly inner: string
}

/** The left ear; the right one is its mirror image. */
const EARS: Readonly<Record<Ears, EarShape>> = {
  fox: {
    outer: 'M166 196C148 128 142 76 150 34C194 58 228 92 244 130Z',
    inner: 'M178 168C166 124 162 92 164 66C190 86 210 108 222 134Z',
  },
  cat: {
    outer: 'M164 200C150 148 148 106 156 68C194 82 226 104 246 134Z',
    inner: 'M178 172C170 140 168 116 172 96C194 106 212 120 224 138Z',
  },
  rabbit: {
    outer: 'M186 156C152 96 144 32 168 8C200 0 232 72 236 140Z',
    inner: 'M196 138C174 92 166 46 178 30C196 32 216 84 220 132Z',
  },
  bear: {
    outer: 'M168 190C130 172 128 112 170 100C206 92 232 116 236 138Z',
    inner: 'M178 168C156 158 156 126 178 120C198 116 212 128 216 142Z',
  },
  dog: {
    outer: 'M196 132C160 112 124 128 116 176C108 226 124 262 142 268C160 262 172 214 184 180Z',
    inner: 'M184 146C160 134 138 148 132 184C128 214 134 236 142 244C154 232 164 200 176 174Z',
  },
}

/** Draws ears, which the bangs cover; robots have none. */
export function drawEars({ kind, ears, hair, skin }: Look): string {
  if (kind === 'human' || kind === 'elf' || kind === 'demon') {
    const isLong = kind !== 'human'
    const ear = isLong
      ? 'M182 240C150 214 120 204 94 206C110 244 146 278 186 288Z'
      : 'M182 244C162 234 152 250 160 270C166 288 178 294 188 290Z'
    const inner = 'M176 246C154 230 134 222 116 220C130 246 152 266 178 274Z'
    return onBothSides(
      `<path d="${ear}" fill="${skin.base}"/>${isLong ? `<path d="${inner}" fill="${skin.shade}" opacity=".6"/>` : ''}`,
    )
  }
  if (kind === 'robot') return ''
  const { outer, inner } = EARS[ears]
  const tone = kind === 'furry' ? skin : hair
  return onBothSides(
    `<path d="${outer}" fill="${tone.base}"/><path d="${inner}" fill="${kind === 'furry' ? '#f3b7bd' : '#ffd3d6'}" opacity=".9"/>`,
  )
}

/** Adds the mirror image of a shape on the left side. */
export function onBothSides(left: string): string {
  return `${left}<g transform="matrix(-1 0 0 1 512 0)">${left}</g>`
}
