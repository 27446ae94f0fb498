export { openSubmission } from './open.ts'
