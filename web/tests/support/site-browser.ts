import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { pipeline } from 'node:stream'
import { after } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../../../server/tests/support/chromium.ts'

/** A name that a browser trusts as it does this machine, so that all of its interfaces work. */
export const ORIGIN = 'http://avatary.localhost'

let target = ''
let browser: Browser | undefined

/**
 * Opens the site of the file that runs in the browser that all files of this process share, which takes longer to start
 * than a page. One that has crashed is replaced.
 *
 * @param address host and port of what answers for the site from now on.
 */
export async function siteBrowser(address: string): Promise<Browser> {
  target = address
  if (!browser?.isConnected()) browser = await launch()
  return browser
}

async function launch(): Promise<Browser> {
  const relay = createServer(socket => {
    const [host, port] = target.split(':')
    pipeline(socket, connect(Number(port), host), socket, () => {})
  })
  await once(relay.listen(0, '127.0.0.1').unref(), 'listening')
  const { port } = relay.address() as AddressInfo
  const launched = await launchChromium([
    `--host-resolver-rules=MAP ${new URL(ORIGIN).host} 127.0.0.1:${port}`,
  ])
  return launched.once('disconnected', () => {
    relay.close()
    if (browser !== undefined) console.error('The browser of the site has crashed.')
  })
}

after(async () => {
  const open = browser
  browser = undefined
  await open?.close()
})
