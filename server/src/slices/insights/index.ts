export { notReady } from './handlers.ts'
export type { InsightsRowsOf } from './numbers.ts'
export { openInsights } from './open.ts'
