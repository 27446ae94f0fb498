export type { InsightsRowsOf } from './numbers.ts'
export { openInsights } from './open.ts'
