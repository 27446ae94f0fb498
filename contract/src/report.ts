import { Type } from 'typebox'

export const REPORT_REASONS = ['stolen', 'explicit', 'harmful', 'wrong_data', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

export const EXAMPLE_REPORT = 'This is my avatar, uploaded without asking.'

const MAX_REPORT_TEXT_LENGTH = 1000

export const ReportBodySchema = Type.Object({
  reason: Type.Enum(REPORT_REASONS),
  text: Type.Optional(
    Type.String({
      maxLength: MAX_REPORT_TEXT_LENGTH,
      description: 'What the operator should know',
      examples: [EXAMPLE_REPORT],
    }),
  ),
})
