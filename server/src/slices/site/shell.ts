import type { Appearance } from '../../kernel/appearance.ts'
import { EMPTY_HTML, type Html, html } from '../../kernel/html.ts'
import { ICON_LINKS } from '../../kernel/page.ts'
import { metadataTags, type PageMetadata } from '../../kernel/page-metadata.ts'
import type { SiteBuild } from './build.ts'
import { dataBlock, type PageData } from './page-data.ts'

/** Metadata of a page whose content is rendered by a script. */
export interface ShellFacts extends PageMetadata {
  /** The largest picture of the page, which the browser preloads before any script runs. */
  readonly preload?: PicturePreload | undefined
  /** The heading and text of the page for readers without scripts; default to its title and description. */
  readonly heading?: Html
  readonly text?: readonly (Html | string)[]
}

/** A picture in several widths, as `srcset` and `sizes` of its `img`. */
export interface PicturePreload {
  readonly srcset: string
  readonly sizes: string
}

interface ShellInput {
  readonly build: SiteBuild
  /** The page's folder in `web/src/features`; absent for a page that has none. */
  readonly feature?: string | undefined
  readonly appearance: Appearance
  readonly publicUrl: string
  readonly facts: ShellFacts
  readonly firstAnswers?: PageData
}

/** Renders the HTML of a page, whose content the site's script then renders. */
export function shell({ build, feature, appearance, publicUrl, facts, firstAnswers }: ShellInput): string {
  const { locale, theme } = appearance
  const { preloads, styles } = build.filesOf(feature ?? null, locale)
  const { title, description, heading = html`${title}`, text = [description] } = facts
  return html`<!doctype html>
<html lang="${locale}"${theme === null ? EMPTY_HTML : html` data-theme="${theme}"`}>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
${metadataTags(facts, publicUrl)}
<meta name="theme-color" content="#fcfaf8" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#100d14" media="(prefers-color-scheme: dark)">
${ICON_LINKS}
<link rel="manifest" href="/site.webmanifest">
${styles.map(style => html`<link rel="stylesheet" href="${style}">`)}
<script type="module" src="${build.script}"></script>
${preloadOf(facts)}
${preloads.map(script => html`<link rel="modulepreload" href="${script}">`)}
${dataBlock(firstAnswers ?? {})}<div id="root"></div>
<noscript><h1>${heading}</h1>${text.map(line => html`<p>${line}</p>`)}</noscript>
</html>
`.text
}

function preloadOf({ preload }: ShellFacts) {
  if (preload === undefined) return EMPTY_HTML
  const { srcset, sizes } = preload
  return html`<link rel="preload" as="image" imagesrcset="${srcset}" imagesizes="${sizes}" fetchpriority="high">`
}
