import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { pipeline } from 'node:stream'
import { after } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../../../server/tests/support/chromium.ts'

/** A host name that browsers trust like localhost, so that all web APIs work. */
export const ORIGIN = 'http://avatary.localhost'

let target = ''
let browser: Browser | undefined

/**
 * Opens the site of the current test file in the browser that all files of this process share, because a browser takes
 * longer to start than a page. Replaces a browser that has crashed.
 * @param address host and port of the server that answers for the site from now on.
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
