import { openApiSteps } from '@avatary/contract/openapi'
import { API_PREFIX, TERMS_PATH } from '../../kernel/addresses.ts'
import { prepared } from '../../kernel/answer.ts'
import { inTurns } from '../../kernel/in-turns.ts'
import { VERSION } from '../../kernel/version.ts'
import { referenceSteps } from './reference-page.ts'
import { termsPage } from './terms-page.ts'

/**
 * The OpenAPI document, the reference page and the page of the terms. The first two take a tenth of a second each, so
 * they are made at the first request for them.
 */
export function openReference({ config }: { config: { readonly http: { readonly publicUrl: string } } }) {
  const baseUrl = config.http.publicUrl + API_PREFIX
  const openApi = once(async () => {
    const document = await inTurns(openApiSteps({ baseUrl, version: VERSION }))
    return prepared({ body: Buffer.from(JSON.stringify(document)) })
  })
  const reference = once(async () => preparedPage(await inTurns(referenceSteps({ baseUrl }))))
  const terms = preparedPage(termsPage())
  return {
    earlyHandlers: { openApi },
    pages: {
      '/docs': reference,
      [TERMS_PATH]: async () => terms,
    },
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

function preparedPage(text: string) {
  return prepared({ body: Buffer.from(text), contentType: 'text/html; charset=utf-8' })
}
