import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'

const urlOf = (path: string) => new URL(path, import.meta.url)
/** Serves in a folder that cannot be made. The tag of V8 depends on its flags. */
const FLAGS_WHILE_SERVING = `
import { cachedDataVersionTag } from 'node:v8'
import { loadConfig } from '${urlOf('./config/config.ts')}'
import { disablePretenuring } from '${urlOf('./platform/process/pretenuring.ts')}'
import { serve } from '${urlOf('./serve.ts')}'
const { config } = loadConfig({ DATA_DIR: '/dev/null/none', DEMO: '0' })
const usual = cachedDataVersionTag()
serve(config).catch(() => process.exit())
const serving = cachedDataVersionTag()
disablePretenuring()
console.log(JSON.stringify({ isUsual: serving === usual, isDisabled: serving === cachedDataVersionTag() }))
`

describe('a process that serves', () => {
  it('has disabled pretenuring before anything else', async () => {
    const options = ['--input-type=module', '--eval', FLAGS_WHILE_SERVING]
    const { stdout } = await promisify(execFile)(process.execPath, options)
    assert.deepEqual(JSON.parse(stdout), { isUsual: false, isDisabled: true })
  })
})
