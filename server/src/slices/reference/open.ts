import { openApiSteps } from '@avatary/contract/openapi'
import { ROUTE_TAGS } from '@avatary/contract/route-tags'
import {
  API_PREFIX,
  REFERENCE_PATH,
  referencePath,
  TAG_PAGES_PATH,
  TERMS_PATH,
} from '../../kernel/addresses.ts'
import { empty, type PreparedAnswer, prepared, type RequestContext } from '../../kernel/answer.ts'
import { appearanceOf, LOCALES, type Locale } from '../../kernel/appearance.ts'
import { localePage } from '../../kernel/page.ts'
import { runInTurns } from '../../kernel/run-in-turns.ts'
import { VERSION } from '../../kernel/version.ts'
import { overviewPage } from './overview-page.ts'
import { STYLE } from './style.ts'
import { tagPageSteps } from './tag-page.ts'
import { termsPage } from './terms-page.ts'

/**
 * The OpenAPI document, the pages of the reference, and the page of the terms. The document takes a tenth of a second,
 * as does the reference in each language, so they are made at the first request.
 */
export function openReference({ config }: { config: { readonly http: { readonly publicUrl: string } } }) {
  const { publicUrl } = config.http
  const openApi = once(async () => {
    const document = await runInTurns(openApiSteps({ baseUrl: publicUrl + API_PREFIX, version: VERSION }))
    return prepared({ body: Buffer.from(JSON.stringify(document)) })
  })
  const overview = inEachLanguage(async locale => overviewPage({ publicUrl, locale }))
  const tagPages = ROUTE_TAGS.map(({ name: tag }) => {
    const page = inEachLanguage(locale => runInTurns(tagPageSteps({ publicUrl, locale, tag })))
    return [referencePath(tag), page] as const
  })
  const styles = once(async () =>
    prepared({ body: Buffer.from(STYLE), contentType: 'text/css; charset=utf-8' }),
  )
  return {
    handlersBeforeReady: { openApi },
    pages: {
      [REFERENCE_PATH]: overview,
      [TAG_PAGES_PATH]: async ({ context: { rawQuery } }: PageInput) =>
        empty(301, { Location: rawQuery === '' ? REFERENCE_PATH : `${REFERENCE_PATH}?${rawQuery}` }),
      ...Object.fromEntries(tagPages),
      '/docs.css': styles,
      [TERMS_PATH]: async ({ context }: PageInput) => {
        const appearance = { ...appearanceOf(context), locale: localeOf(context) }
        return localePage({ page: termsPage(appearance, publicUrl), locale: appearance.locale })
      },
    },
  }
}

interface PageInput {
  readonly context: Pick<RequestContext, 'headers' | 'rawQuery'>
}

/** The language given in the URL, or else the visitor's. */
function localeOf(context: PageInput['context']): Locale {
  const requestedLocale = new URLSearchParams(context.rawQuery).get('lang')
  return LOCALES.find(each => each === requestedLocale) ?? appearanceOf(context).locale
}

/** Serves a page in the language of the request. */
function inEachLanguage(write: (locale: Locale) => Promise<string>) {
  const pages = LOCALES.map(locale => once(async () => localePage({ page: await write(locale), locale })))
  return async ({ context }: PageInput): Promise<PreparedAnswer> =>
    await pages[LOCALES.indexOf(localeOf(context))]!()
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined
  return () => {
    value ??= make()
    return value
  }
}
