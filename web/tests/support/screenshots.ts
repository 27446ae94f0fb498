import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { keepsScreenshots } from '../../../server/tests/support/environment.ts'

/** Git ignores it. */
const FOLDER = join(import.meta.dirname, '../../screenshots')

/** Keeps what a page shows, in a file of this name, when the run was asked for screenshots. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  if (keepsScreenshots) await writeScreenshot(page, name)
}

/** Keeps what a page shows at the end of a test that failed; call it before the page's context is closed. */
export async function keepFailure(t: TestContext, page: Page): Promise<void> {
  // Node's types lack it for tests.
  const { passed, fullName } = t as TestContext & { readonly passed: boolean }
  // A page that has crashed or closed has nothing to show, and the test tells why it failed.
  if (!passed) await writeScreenshot(page, `failed ${fullName}`).catch(() => {})
}

async function writeScreenshot(page: Page, name: string): Promise<void> {
  const file = `${name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 200)}.jpg`
  await page.screenshot({ path: join(FOLDER, file), type: 'jpeg', quality: 70 })
}
