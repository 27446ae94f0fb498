import { HealthReportSchema } from '../health.ts'
import { defineRoutes } from '../route.ts'
import { ADMIN_LIST } from './moderation.ts'

export const healthRoutes = defineRoutes({
  healthReport: {
    ...ADMIN_LIST,
    path: '/admin/health',
    summary: 'Queue, pace, budget, upstreams, lag and storage',
    description: 'Of all processes, except where it says that it is of the process that answers.',
    response: HealthReportSchema,
  },
})
