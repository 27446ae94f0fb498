import { HealthReportSchema } from '../health.ts'
import { defineRoutes } from '../route.ts'
import { ADMIN_READ } from './moderation.ts'

export const healthRoutes = defineRoutes({
  healthReport: {
    ...ADMIN_READ,
    path: '/admin/health',
    summary: 'Queue, pace, budget, upstreams, lag and storage',
    description:
      'About all processes, except where the description says that it is about the answering process.',
    response: HealthReportSchema,
  },
})
