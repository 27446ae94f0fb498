import { openApiDocument } from '@avatary/contract/openapi'
import { API_PREFIX, TERMS_PATH } from '../../kernel/addresses.ts'
import { empty, prepared } from '../../kernel/answer.ts'
import { VERSION } from '../../kernel/version.ts'
import { referencePage } from './reference-page.ts'
import { termsPage } from './terms-page.ts'

/** The OpenAPI document, the reference page and the page of the terms. */
export function openReference({ config }: { config: { readonly http: { readonly publicUrl: string } } }) {
  const baseUrl = config.http.publicUrl + API_PREFIX
  const openApi = prepared({
    body: Buffer.from(JSON.stringify(openApiDocument({ baseUrl, version: VERSION }))),
  })
  const reference = preparedPage(referencePage({ baseUrl }))
  const terms = preparedPage(termsPage())
  return {
    earlyHandlers: { openApi: async () => openApi },
    pages: {
      '/': async () => empty(302, { Location: '/docs' }),
      '/docs': async () => reference,
      [TERMS_PATH]: async () => terms,
    },
  }
}

function preparedPage(text: string) {
  return prepared({ body: Buffer.from(text), contentType: 'text/html; charset=utf-8' })
}
