import { readFile } from 'node:fs/promises'
import { type PreparedAnswer, prepared } from '../../kernel/answer.ts'
import type { Theme } from '../../kernel/appearance.ts'

const STYLESHEETS = ['tokens', 'base', 'pages'] as const

/** The stylesheet of pages that the server renders, for a visitor with or without a chosen theme. */
export type PageStyles = (theme: Theme | null) => PreparedAnswer

/**
 * Reads the stylesheet of pages that the server renders: the site's design tokens, which need no build. It includes the
 * theme, so that pages that are the same for everybody still have the visitor's theme.
 */
export async function readPageStyles(): Promise<PageStyles> {
  const files = STYLESHEETS.map(name => new URL(`../../../../web/src/styles/${name}.css`, import.meta.url))
  const texts = await Promise.all(files.map(file => readFile(file, 'utf8')))
  const [system, light, dark] = [null, 'light', 'dark'].map(theme => {
    const scheme = theme === null ? '' : `@layer tokens{:root{color-scheme:${theme}}}\n`
    const body = Buffer.from([...texts, scheme].join('\n'))
    return prepared({ body, contentType: 'text/css; charset=utf-8', headers: { Vary: 'Cookie' } })
  })
  return theme => (theme === null ? system! : theme === 'light' ? light! : dark!)
}
