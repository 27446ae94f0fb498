import { setFlagsFromString } from 'node:v8'

/**
 * Makes V8 create all objects in the young generation. By default, compiled code creates objects in the old generation
 * where those it created before mostly survived. Answers created there would keep their texts after they were sent,
 * and V8 would mark the whole heap every second. Call it before code is compiled.
 */
export function disablePretenuring(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
