import { baseUrl, choice, line, share } from './kinds.ts'
import { optional, type Variable, withDefault } from './variable.ts'

/** Variables of tracing, with the names and values that OpenTelemetry defines. */
export const TRACING_VARIABLES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(baseUrl, {
    meaning:
      'Address of an OpenTelemetry collector that accepts OTLP over HTTP at `/v1/traces`: it gets traces of requests, calls to upstreams and statements',
    example: 'http://127.0.0.1:4318',
    defaultText: 'none: nothing is traced',
  }),
  OTEL_EXPORTER_OTLP_PROTOCOL: withDefault(choice('http/protobuf', 'http/json'), 'http/protobuf', {
    meaning: 'The form in which traces are sent to the collector',
    example: 'http/json',
  }),
  OTEL_SERVICE_NAME: withDefault(line, 'avatary', {
    meaning: 'The name of this service in traces',
    example: 'avatary-eu',
  }),
  OTEL_TRACES_SAMPLER: withDefault(
    choice(
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ),
    'parentbased_always_on',
    {
      meaning:
        'Which requests are traced; with `parentbased_…`, the `traceparent` of a request decides, or, without one, the rest of the name',
      example: 'traceidratio',
    },
  ),
  OTEL_TRACES_SAMPLER_ARG: withDefault(share, 1, {
    meaning: 'Fraction of the requests that `traceidratio` traces',
    example: '0.01',
  }),
} as const satisfies Record<string, Variable<unknown>>
