import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { Compile } from 'typebox/compile'
import { ERRORS } from './errors.ts'
import { exampleOf } from './example.ts'
import { isEmpty } from './openapi/responses.ts'
import { openApiSteps } from './openapi.ts'
import { errorsOf } from './route.ts'
import { ROUTE_TAGS } from './route-tags.ts'
import { ROUTES } from './routes/all.ts'
import { TERMS } from './terms.ts'

interface Response {
  readonly description: string
  readonly headers: object
  readonly content?: Record<string, { schema: object }>
}

interface Operation {
  readonly operationId: string
  readonly parameters?: { name: string; in: string; required?: boolean; schema: Record<string, unknown> }[]
  readonly responses: Record<string, Response | { $ref: string }>
  readonly security: object[]
}

interface Document {
  readonly info: { description: string; version: string; termsOfService: string }
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { schemas: Record<string, object>; responses: Record<string, Response> }
}

const text = JSON.stringify(openApiDocument())
const document: Document = JSON.parse(text)

describe('the OpenAPI document', () => {
  it('is valid for an independent validator', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(JSON.parse(text))
    assert.ok(valid, JSON.stringify(errors, null, 2))
    assert.equal(validator.version, '3.1')
  })

  it('has no references to missing components', () => {
    const references = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target!))
    assert.ok(references.size > 40)
    for (const reference of references) {
      const [root, ...keys] = reference.split('/')
      assert.equal(root, '#')
      let target: unknown = document
      for (const key of keys) target = (target as Record<string, unknown>)[key]
      assert.notEqual(target, undefined, reference)
    }
  })

  it('has schemas that an independent validator compiles, and that allow their examples', () => {
    const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false })
    formats.default(ajv)
    ajv.addVocabulary(['components'])
    ajv.addSchema({ $id: 'https://avatars.example/', components: document.components })
    for (const name of Object.keys(document.components.schemas)) {
      assert.ok(ajv.getSchema(`https://avatars.example/#/components/schemas/${name}`), name)
    }
    for (const { path, method, response, status = 200 } of ROUTES.filter(
      ({ response }) => !isEmpty(response),
    )) {
      const { content = {} } = responseAt(document.paths[path]![method.toLowerCase()]!, status)
      const [schema] = Object.values(content).map(({ schema }) => schema)
      const text = JSON.stringify(schema).replaceAll('"#/', '"https://avatars.example/#/')
      assert.ok(ajv.validate(JSON.parse(text), exampleOf(response)), `${path} ${ajv.errorsText()}`)
    }
  })

  it('has no keyword of our own readers', () => {
    assert.doesNotMatch(text, /"(x-cut|x-drops-unknown|x-words|\$id|~\w+)":/)
  })

  it('has every route with every status that it can answer', () => {
    for (const route of ROUTES) {
      const operation = document.paths[route.path]![route.method.toLowerCase()]!
      assert.equal(operation.operationId, route.id)
      const success = String(route.status ?? 200)
      assert.equal(responseAt(operation, success).content === undefined, isEmpty(route.response), route.id)
      for (const code of errorsOf(route)) {
        assert.match(responseAt(operation, ERRORS[code].status).description, new RegExp(`\`${code}\``))
      }
      for (const status of Object.keys(operation.responses)) {
        const { headers } = responseAt(operation, status)
        for (const name of ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']) {
          assert.ok(name in headers, `${route.id} ${name}`)
        }
      }
    }
  })

  it('has bounds, defaults and allowed values of parameters, and requires none that has a default', () => {
    const { parameters = [] } = document.paths['/avatars/search']!.get!
    const byName = Object.fromEntries(parameters.map(parameter => [parameter.name, parameter]))
    assert.deepEqual(byName.limit!.schema, { type: 'integer', minimum: 1, maximum: 60, default: 24 })
    assert.deepEqual(byName.platform!.schema, { enum: ['pc', 'quest', 'ios'] })
    assert.equal(byName.sort!.schema.default, 'recent')
    assert.deepEqual(
      parameters.filter(({ required }) => required),
      [],
    )
  })

  it('has the authentication of each route', () => {
    assert.deepEqual(document.paths['/avatars/search']!.get!.security, [])
    assert.deepEqual(document.paths['/favorites']!.get!.security, [{ session: [] }, { personalKey: [] }])
    assert.deepEqual(document.paths['/discord/sync']!.post!.security, [{ session: [] }])
    assert.deepEqual(document.paths['/oauth2/userinfo']!.get!.security, [{ accessToken: ['identify'] }])
  })

  it("carries the interface's version and the data's terms", () => {
    assert.equal(document.info.version, '1.0.0')
    assert.equal(document.info.termsOfService, 'https://avatars.example/terms')
    for (const rule of TERMS) assert.ok(document.info.description.includes(rule))
  })

  it('has the tags of the routes and no others', () => {
    assert.deepEqual(
      ROUTE_TAGS.map(({ name }) => name).toSorted(),
      [...new Set(ROUTES.map(({ tag }) => tag))].toSorted(),
    )
  })
})

describe('an example', () => {
  for (const { id, response, body, exampleRequests = [] } of ROUTES) {
    it(`of ${id} is valid for its schemas`, () => {
      if (!isEmpty(response)) assertAllowed(response, exampleOf(response))
      for (const example of exampleRequests) {
        if (example.body !== undefined) assertAllowed(body!, example.body)
      }
    })
  }
})

function assertAllowed(schema: NonNullable<(typeof ROUTES)[number]['body']>, value: unknown): void {
  const validator = Compile(schema)
  assert.ok(validator.Check(value), JSON.stringify(validator.Errors(value)))
}

function responseAt({ responses }: Operation, status: string | number): Response {
  const response = responses[status]!
  return '$ref' in response ? document.components.responses[response.$ref.split('/').pop()!]! : response
}

function openApiDocument(): object {
  const steps = openApiSteps({ baseUrl: 'https://avatars.example/api', version: '0.1.0' })
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
