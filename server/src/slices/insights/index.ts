export { notReady } from './handlers.ts'
export type { InsightsRowsOf } from './insights-rows.ts'
export { openInsights } from './open.ts'
