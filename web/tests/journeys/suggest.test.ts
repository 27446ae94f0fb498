import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { skipSuiteWithout } from '../../../server/tests/support/engines.ts'
import { until } from '../../../server/tests/support/until.ts'
import { accessibilityProblems } from '../support/axe.ts'
import { cards } from '../support/cards.ts'
import { PHONE, startSharedSite } from '../support/site.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Search avatars' })
const options = (page: Page) => page.getByRole('listbox').getByRole('option')

/** Opens the home page and moves to the search field by its keyboard shortcut. */
async function goToField(page: Page, origin: string): Promise<void> {
  await page.goto(origin)
  await cards(page).first().waitFor()
  await page.keyboard.press('/')
}

/** Text of the option that the field marks as active. */
const activeText = (page: Page) =>
  field(page).evaluate(element => {
    const id = element.getAttribute('aria-activedescendant')
    return id === null ? null : element.ownerDocument.getElementById(id)?.textContent
  })

describe('suggestions below the search field', () => {
  if (!hasChromium) return skipSuiteWithout('chromium')
  const open = startSharedSite()

  it('are chosen by arrow keys, which then move on into the results', async t => {
    const { page, origin } = await open(t)
    await goToField(page, origin)
    await page.keyboard.type('dra')
    await options(page).first().waitFor()
    assert.equal(await field(page).getAttribute('aria-expanded'), 'true')
    assert.deepEqual(await accessibilityProblems(page), [])
    const texts = await options(page).allInnerTexts()
    await page.keyboard.press('ArrowDown')
    assert.ok((await activeText(page))?.startsWith('dra'))
    for (let step = 1; step < texts.length; step++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await until('a card has the focus', async () =>
      Boolean(await page.evaluate(`document.activeElement.closest('li[aria-posinset="1"]')`)),
    )
    assert.equal(await field(page).getAttribute('aria-expanded'), 'false')
  })

  it('are below the field on a phone, also below the bar of the demo', async t => {
    const { page, origin } = await open(t, PHONE)
    await goToField(page, origin)
    await page.keyboard.type('dra')
    await options(page).first().waitFor()
    const belowField = async () => {
      const [input, list] = await Promise.all(
        [field(page), page.getByRole('listbox')].map(it => it.boundingBox()),
      )
      return list!.y - (input!.y + input!.height)
    }
    const gap = await belowField()
    assert.ok(gap >= 0 && gap < 24, String(gap))
    await page.mouse.wheel(0, 300)
    await until(
      'the bar of the demo is out of sight',
      async () => Number(await page.evaluate('scrollY')) > 100,
    )
    assert.equal(await belowField(), gap)
  })

  it('that were chosen are shown when the field is empty, until they are deleted', async t => {
    const { page, origin } = await open(t)
    await goToField(page, origin)
    await page.keyboard.type('drag')
    await options(page).first().filter({ hasText: /^drag/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(url => (url.searchParams.get('q') ?? '').length > 'drag'.length)
    const q = new URL(page.url()).searchParams.get('q')!
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByRole('option', { name: q }).waitFor()
    await page.getByRole('option', { name: 'Delete these searches' }).click()
    assert.equal(await options(page).count(), 0)
  })

  it('of a tag and a creator narrow the results', async t => {
    const { page, origin } = await open(t)
    await goToField(page, origin)
    await page.keyboard.type('face')
    await page.getByRole('option', { name: /Tag/ }).first().click()
    await page.waitForURL(url => url.searchParams.has('tag') && !url.searchParams.has('q'))
    assert.equal(await field(page).inputValue(), '')
  })

  it('close at Escape; a second Escape leaves the field, which keeps its text', async t => {
    const { page, origin } = await open(t)
    await goToField(page, origin)
    await page.keyboard.type('dra')
    await options(page).first().waitFor()
    await page.keyboard.press('Escape')
    assert.equal(await options(page).count(), 0)
    assert.equal(await field(page).inputValue(), 'dra')
    await page.keyboard.press('Escape')
    assert.equal(await field(page).evaluate(element => element.matches(':focus')), false)
    assert.equal(await field(page).inputValue(), 'dra')
  })

  it('offer probable corrections, and say what was not understood', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?q=drgaon`)
    await page.getByText('Did you mean').waitFor()
    await page
      .locator('section')
      .getByRole('button', { name: /^dragon/ })
      .click()
    await page.waitForURL(`${origin}/?q=dragon`)
    await page.goto(`${origin}/?q=cat+perf:perfect`)
    await page.getByText('Not understood, searched as words: perf:perfect').waitFor()
  })
})
