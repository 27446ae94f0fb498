import type { Random } from '../../dataset/random.ts'
import type { Look } from './look.ts'

const SHOULDERS =
  'M92 512C92 440 128 408 190 394C214 388 226 380 230 366H282C286 380 298 388 322 394C384 408 420 440 420 512Z'
const NECK = 'M226 318H286V372C286 394 270 408 256 408C242 408 226 394 226 372Z'

/** Draws neck, shoulders and clothes. */
export function drawBody(random: Random, { skin, cloth, accent, kind }: Look): string {
  const garment = kind === 'robot' ? armour : random.pick(GARMENTS)
  return `<path d="${SHOULDERS}" fill="url(#cloth)"/>
<path d="${NECK}" fill="${skin.base}"/><path d="M226 346C240 366 272 366 286 346V356C272 378 240 378 226 356Z" fill="${skin.shade}"/>
${garment({ cloth, accent })}`
}

type Garment = (look: Pick<Look, 'cloth' | 'accent'>) => string

const hoodie: Garment = ({ cloth, accent }) =>
  `<path d="M176 398C196 372 222 372 232 380C236 420 276 420 280 380C290 372 316 372 336 398C352 424 320 446 256 450C192 446 160 424 176 398Z" fill="${cloth.light}"/>
<path d="M232 380C236 420 276 420 280 380C300 404 290 436 256 440C222 436 212 404 232 380Z" fill="${cloth.shade}"/>
<path d="M230 440V492M282 440V486" stroke="${accent.base}" stroke-width="6" stroke-linecap="round"/>`

const sailor: Garment = ({ cloth, accent }) =>
  `<path d="M214 388L256 452L298 388L330 396C330 430 300 470 256 492C212 470 182 430 182 396Z" fill="${cloth.light}"/>
<path d="M222 392L256 446L290 392" fill="none" stroke="${cloth.shade}" stroke-width="5"/>
<path d="M256 446L216 430C208 452 214 474 226 480ZM256 446L296 430C304 452 298 474 286 480Z" fill="${accent.base}"/><circle cx="256" cy="448" r="11" fill="${accent.shade}"/>`

const kimono: Garment = ({ cloth, accent }) =>
  `<path d="M204 390L300 512H236L178 400Z" fill="${cloth.light}"/><path d="M308 390L212 512H276L334 400Z" fill="${cloth.light}"/>
<path d="M214 388L290 484M298 388L222 484" stroke="${accent.base}" stroke-width="9"/>
<circle cx="140" cy="468" r="15" fill="${accent.light}" opacity=".75"/><circle cx="374" cy="456" r="19" fill="${accent.light}" opacity=".75"/><circle cx="346" cy="494" r="9" fill="${accent.light}" opacity=".75"/>`

const scarf: Garment = ({ accent }) =>
  `<path d="M196 380C220 360 292 360 316 380C330 402 318 424 256 426C194 424 182 402 196 380Z" fill="${accent.base}"/>
<path d="M196 388C226 408 286 408 316 388C322 404 310 420 256 422C202 420 190 404 196 388Z" fill="${accent.shade}" opacity=".55"/>
<path d="M282 416L328 420L322 512H274Z" fill="${accent.base}"/><path d="M276 494H324M276 478H324" stroke="${accent.light}" stroke-width="6"/>`

const jacket: Garment = ({ cloth, accent }) =>
  `<path d="M226 392L256 512L286 392C276 408 236 408 226 392Z" fill="${cloth.light}"/>
<path d="M212 388L196 406L244 512H230L176 440L186 396ZM300 388L316 406L268 512H282L336 440L326 396Z" fill="${cloth.shade}"/>
<path d="M246 404L256 416L266 404L262 468L256 480L250 468Z" fill="${accent.base}"/>`

const choker: Garment = ({ cloth, accent }) =>
  `<path d="M186 396C210 446 302 446 326 396C306 412 206 412 186 396Z" fill="${cloth.light}"/>
<path d="M227 350C244 366 268 366 285 350V364C268 380 244 380 227 364Z" fill="${cloth.shade}"/>
<path d="M256 372L266 384L256 398L246 384Z" fill="${accent.light}"/>`

const armour: Garment = ({ cloth, accent }) =>
  `<path d="M100 512C100 446 140 420 196 408L220 512ZM412 512C412 446 372 420 316 408L292 512Z" fill="${cloth.light}"/>
<path d="M220 408H292L280 512H232Z" fill="${cloth.shade}"/><circle cx="256" cy="456" r="20" fill="${accent.light}"/><circle cx="256" cy="456" r="11" fill="#fff"/>
<path d="M128 470L192 446M384 470L320 446" stroke="${accent.base}" stroke-width="7" stroke-linecap="round"/>`

const GARMENTS: readonly Garment[] = [hoodie, hoodie, sailor, kimono, scarf, jacket, choker]
