import type { Random } from '../../dataset/random.ts'
import type { Look } from './look.ts'

const CAP = 'M158 262C140 122 214 78 256 78C298 78 372 122 354 262'

const BACKS = [
  // long and straight
  `${CAP}C368 350 372 430 392 492C330 470 182 470 120 492C140 430 144 350 158 262Z`,
  // bob
  `${CAP}C364 320 356 366 336 382C290 350 222 350 176 382C156 366 148 320 158 262Z`,
  // short
  `${CAP}C356 300 346 326 330 338H182C166 326 156 300 158 262Z`,
  // twin tails
  `${CAP}C352 296 344 318 330 330H182C168 318 160 296 158 262ZM166 176C98 160 62 236 74 330C80 384 66 418 52 440C108 430 134 372 130 316C128 268 140 220 172 214ZM346 176C414 160 450 236 438 330C432 384 446 418 460 440C404 430 378 372 382 316C384 268 372 220 340 214Z`,
  // wavy
  `${CAP}C388 300 352 350 386 398C410 434 384 470 350 482C340 430 172 430 162 482C128 470 102 434 126 398C160 350 124 300 158 262Z`,
  // pony tail
  `${CAP}C352 296 344 318 330 330H182C168 318 160 296 158 262ZM300 92C384 62 452 130 440 236C434 300 446 340 462 366C410 362 376 318 380 258C384 200 352 160 306 142Z`,
]

const BANGS = [
  // straight and cut
  'M164 262C148 122 214 92 256 92C298 92 364 122 348 262C344 234 336 214 330 206L320 236L302 204L286 234L268 200L250 234L230 202L214 236L196 204L184 232C176 238 168 246 164 262Z',
  // swept to one side
  'M164 266C144 120 222 88 262 92C330 98 364 150 348 266C344 234 338 214 326 196C292 222 238 216 212 176C208 210 180 222 164 266Z',
  // parted in the middle
  'M162 272C146 124 212 90 256 90C300 90 366 124 350 272C346 224 316 176 256 136C196 176 166 224 162 272Z',
  // wild
  'M160 268C140 140 200 84 256 88C312 84 372 140 352 268C350 240 342 222 334 208L330 240L308 196L304 232L276 190L262 238L240 188L220 240L206 196L186 240L180 210C170 226 162 244 160 268Z',
  // over one eye
  'M164 262C146 120 218 88 260 92C328 98 364 148 348 262C344 236 338 218 328 204C318 226 312 246 306 288C286 276 268 236 262 196C246 214 208 222 190 208C178 222 168 240 164 262Z',
  // curtain
  'M158 300C140 132 208 88 256 90C304 88 372 132 354 300C350 262 344 232 330 206C306 200 276 178 262 142C252 186 214 206 182 206C168 232 162 262 158 300Z',
]

export interface Hair {
  /** SVG drawn behind the head. */
  readonly back: string
  /** SVG drawn over the face. */
  readonly front: string
}

export function drawHair(random: Random, { kind, hair: tone }: Look): Hair {
  if (kind === 'robot') return { back: '', front: '' }
  const back = random.pick(BACKS)
  const bangs = random.pick(BANGS)
  const isMirrored = random.chance(0.5)
  if (kind === 'furry' && random.chance(0.45)) return { back: '', front: tuft(tone.base, tone.light) }
  const mirror = isMirrored ? ' transform="matrix(-1 0 0 1 512 0)"' : ''
  return {
    back: `<path${mirror} d="${back}" fill="url(#hairback)"/>`,
    front: `<g${mirror}><path d="${bangs}" fill="url(#hair)"/><path d="M186 168C196 136 226 116 262 118C236 126 208 144 200 176Z" fill="${tone.light}" opacity=".75"/><path d="M316 150C326 158 334 170 336 186C326 174 318 164 310 158Z" fill="${tone.light}" opacity=".6"/></g>`,
  }
}

function tuft(base: string, light: string): string {
  return `<path d="M206 128C216 92 240 104 244 84C254 104 270 92 272 84C280 104 300 100 306 128C292 120 286 132 282 150C272 134 266 138 258 158C250 138 242 134 232 150C228 132 220 122 206 128Z" fill="${base}"/><path d="M232 120C238 110 246 112 250 102C248 122 240 126 236 136Z" fill="${light}"/>`
}
