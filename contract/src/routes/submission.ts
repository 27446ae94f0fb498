import { Type } from 'typebox'
import { OkSchema } from '../paging.ts'
import { ReportBodySchema } from '../report.ts'
import { defineRoutes } from '../route.ts'
import { SubmissionStateSchema } from '../submission.ts'

const shared = {
  tag: 'catalog',
  auth: 'public',
  inSpec: false,
  params: Type.Object({ id: Type.String({ description: 'Avatar id' }) }),
} as const

/** What becomes of submitted avatars, and reports about listed ones (design: "Submission", "Moderation"). */
export const submissionRoutes = defineRoutes({
  submissionState: {
    ...shared,
    method: 'GET',
    limit: 'read',
    path: '/avatars/{id}/submission',
    summary: 'What became of a submitted avatar',
    response: SubmissionStateSchema,
    errors: ['invalid_id', 'submission_not_found', 'unavailable'],
  },
  reportAvatar: {
    ...shared,
    method: 'POST',
    limit: 'reports',
    path: '/avatars/{id}/report',
    summary: 'Report an avatar to the operator',
    description: 'Anonymous.',
    body: ReportBodySchema,
    bodyLimit: 16 * 1024,
    response: OkSchema,
    errors: ['avatar_not_found', 'unavailable'],
  },
})
