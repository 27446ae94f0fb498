export { EventHub } from './event-hub.ts'
export { eventHandlers } from './handlers.ts'
