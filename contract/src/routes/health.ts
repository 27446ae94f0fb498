import { HealthReportSchema } from '../health.ts'
import { defineRoutes } from '../route.ts'
import { ADMIN_LIST } from './moderation.ts'

export const healthRoutes = defineRoutes({
  healthReport: {
    ...ADMIN_LIST,
    path: '/admin/health',
    summary: 'Queue, pace, budget, upstreams, lag and storage',
    description:
      'About all processes, except where the description says that it is about the answering process.',
    response: HealthReportSchema,
  },
})
