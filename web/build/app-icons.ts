import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Plugin } from 'vite'

interface AppIcon {
  readonly file: string
  /** Pixels. */
  readonly width: number
  /** Pixels of the drawing in the middle. */
  readonly drawn: number
  readonly background: string
}

const NONE = '#0000'

/** The light background of pages: systems show transparent pixels of these icons black, or cut them out. */
const PAPER = '#fcfaf8'

/** Systems may cut a maskable icon to a circle of 4/5 of its width (Web App Manifest, "Icon masks and safe zone"). */
const ICONS: readonly AppIcon[] = [
  { file: 'icon-192.png', width: 192, drawn: 192, background: NONE },
  { file: 'icon-512.png', width: 512, drawn: 512, background: NONE },
  { file: 'icon-maskable-512.png', width: 512, drawn: 288, background: PAPER },
  { file: 'apple-touch-icon.png', width: 180, drawn: 136, background: PAPER },
]

/** Draws `public/icon.svg` as PNG files, for systems that show no SVG on home screens. */
export function appIcons(): Plugin {
  let svg = ''
  return {
    name: 'app-icons',
    apply: 'build',
    configResolved(config) {
      svg = join(config.publicDir, 'icon.svg')
    },
    async generateBundle() {
      const drawing = await readFile(svg)
      for (const icon of ICONS)
        this.emitFile({ type: 'asset', fileName: icon.file, source: await draw(drawing, icon) })
    },
  }
}

async function draw(svg: Buffer, { width, drawn, background }: AppIcon): Promise<Buffer> {
  const margin = (width - drawn) / 2
  const sides = { top: margin, bottom: margin, left: margin, right: margin }
  // The SVG is 32 units wide, which are 32 pixels at 72 dots per inch.
  const image = sharp(svg, { density: (72 * drawn) / 32 }).resize(drawn, drawn)
  const whole = image.extend({ ...sides, background })
  return await (background === NONE ? whole : whole.flatten({ background })).png().toBuffer()
}
