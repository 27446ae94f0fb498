import { openApiSteps } from '@avatary/contract/openapi'
import { API_PREFIX, TERMS_PATH } from '../../kernel/addresses.ts'
import { prepared, type RequestContext } from '../../kernel/answer.ts'
import { appearanceOf, LOCALES } from '../../kernel/appearance.ts'
import { inTurns } from '../../kernel/in-turns.ts'
import { localePage } from '../../kernel/page.ts'
import { VERSION } from '../../kernel/version.ts'
import { referenceSteps } from './reference-page.ts'
import { STYLE } from './style.ts'
import { termsPage } from './terms-page.ts'

/**
 * The OpenAPI document, the reference page and the page of the terms. The first two take a tenth of a second each, the
 * reference for each language, so they are made at the first request for them.
 */
export function openReference({ config }: { config: { readonly http: { readonly publicUrl: string } } }) {
  const baseUrl = config.http.publicUrl + API_PREFIX
  const openApi = once(async () => {
    const document = await inTurns(openApiSteps({ baseUrl, version: VERSION }))
    return prepared({ body: Buffer.from(JSON.stringify(document)) })
  })
  const references = LOCALES.map(locale =>
    once(async () => localePage({ page: await inTurns(referenceSteps({ baseUrl, locale })), locale })),
  )
  /** In the language that the address names, else in that of the visitor. */
  const reference = async ({ context }: PageInput) => {
    const asked = new URLSearchParams(context.rawQuery).get('lang')
    const locale = LOCALES.find(each => each === asked) ?? appearanceOf(context).locale
    return await references[LOCALES.indexOf(locale)]!()
  }
  const styles = once(async () =>
    prepared({ body: Buffer.from(STYLE), contentType: 'text/css; charset=utf-8' }),
  )
  return {
    earlyHandlers: { openApi },
    pages: {
      '/docs': reference,
      '/docs.css': styles,
      [TERMS_PATH]: async ({ context }: PageInput) => {
        const appearance = appearanceOf(context)
        return localePage({ page: termsPage(appearance), locale: appearance.locale })
      },
    },
  }
}

interface PageInput {
  readonly context: Pick<RequestContext, 'headers' | 'rawQuery'>
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
