import { Type } from 'typebox'
import { OkSchema } from '../paging.ts'
import { defineRoutes } from '../route.ts'
import { shape, text } from '../shape.ts'

const service = { tag: 'service', method: 'GET', auth: 'public', exampleRequests: [{}] } as const

const ReadySchema = shape({
  ok: Type.Literal(true),
  record: Type.Enum(['available', 'unavailable'], {
    description: 'Whether the database can be read and written',
  }),
})

/** The state of the service, and the OpenAPI document. */
export const serviceRoutes = defineRoutes({
  health: {
    ...service,
    limit: 'exempt',
    path: '/health',
    summary: 'Whether the process is alive',
    response: OkSchema,
    inSpec: true,
  },
  ready: {
    ...service,
    limit: 'exempt',
    path: '/ready',
    summary: 'Whether the process can answer from its whole index',
    description:
      '503 while it starts or stops. While the database is unavailable the process still answers from memory, so this stays 200 with `record: "unavailable"`; whatever needs the database is answered 503 `unavailable`.',
    response: ReadySchema,
    errors: ['not_ready'],
    inSpec: false,
  },
  openApi: {
    ...service,
    limit: 'none',
    path: '/openapi.json',
    summary: 'This interface as an OpenAPI 3.1 document',
    response: Type.Object({ openapi: text('3.1.1') }),
    inSpec: false,
  },
})
