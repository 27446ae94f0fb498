import assert from 'node:assert/strict'
import { type Config, loadConfig } from '../../src/config/config.ts'
import type { Environment } from '../../src/config/env.ts'

/** The configuration from an environment that must be valid. */
export function configOf(env: Environment): Config {
  const loaded = loadConfig(env)
  assert.ok(loaded.kind === 'config', JSON.stringify(loaded))
  return loaded.config
}
