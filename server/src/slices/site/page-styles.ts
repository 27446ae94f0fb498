import { readFile } from 'node:fs/promises'
import { type Prepared, prepared } from '../../kernel/answer.ts'
import type { Theme } from '../../kernel/appearance.ts'

const FILES = ['tokens', 'base', 'pages'] as const

/** The styles of the pages that the server writes, for a visitor with a theme or without. */
export type PageStyles = (theme: Theme | null) => Prepared

/**
 * Reads the styles of the pages that the server writes: the tokens of the site, which need no build. The theme is
 * theirs, too, so that a page that is the same for everybody has the theme of the visitor.
 */
export async function readPageStyles(): Promise<PageStyles> {
  const files = FILES.map(name => new URL(`../../../../web/src/styles/${name}.css`, import.meta.url))
  const texts = await Promise.all(files.map(file => readFile(file, 'utf8')))
  const [system, light, dark] = [null, 'light', 'dark'].map(theme => {
    const scheme = theme === null ? '' : `@layer tokens{:root{color-scheme:${theme}}}\n`
    const body = Buffer.from([...texts, scheme].join('\n'))
    return prepared({ body, contentType: 'text/css; charset=utf-8', headers: { Vary: 'Cookie' } })
  })
  return theme => (theme === null ? system! : theme === 'light' ? light! : dark!)
}
