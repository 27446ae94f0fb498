import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { keepsScreenshots } from '../../../server/tests/support/environment.ts'

/** Ignored by Git. */
const FOLDER = join(import.meta.dirname, '../../screenshots')

/** Saves a screenshot under this name, if the run was asked to keep screenshots. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  if (keepsScreenshots) await writeScreenshot(page, name)
}

/** Saves a screenshot at the end of a failed test. Call it before the page's context is closed. */
export async function keepScreenshotOfFailure(t: TestContext, page: Page): Promise<void> {
  // Missing in the types of Node's test context.
  const { passed, fullName } = t as TestContext & { readonly passed: boolean }
  // A page that has crashed or closed cannot be captured; the test itself says why it failed.
  if (!passed) await writeScreenshot(page, `failed ${fullName}`).catch(() => {})
}

async function writeScreenshot(page: Page, name: string): Promise<void> {
  const file = `${name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 200)}.jpg`
  await page.screenshot({ path: join(FOLDER, file), type: 'jpeg', quality: 70 })
}
