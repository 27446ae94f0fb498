import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { skipSuiteWithout } from '../../../server/tests/support/engines.ts'
import { until } from '../../../server/tests/support/until.ts'
import { cardAt } from '../support/saved.ts'
import { DESKTOP, signIn, startSite } from '../support/site.ts'

const card = (page: Page, index: number) => cardAt(page, index).locator('h3 a')
const status = (page: Page, text: RegExp) => page.getByRole('status').getByText(text).last().waitFor()
const is = (page: Page, condition: string) => until(condition, () => page.evaluate<boolean>(condition))
const focusIsAt = (page: Page, index: number) =>
  is(page, `document.activeElement.closest('[data-index]')?.dataset.index === '${index}'`)

interface Effect {
  /** The page on which the key is pressed; its first card has the focus. */
  readonly at: string
  readonly see: (page: Page) => Promise<unknown>
}

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

const goes = (path: string, ...keys: readonly string[]): Effect => ({
  at: '/?q=cat',
  see: async page => {
    await press(page, ...keys)
    await is(page, `location.pathname === '${path}' && document.querySelector('h1') !== null`)
  },
})
const find = (key: string): Effect => ({
  at: '/?q=cat',
  see: async page => {
    await press(page, key)
    await is(page, `document.activeElement.matches('[role=combobox]') && getSelection().toString() === 'cat'`)
  },
})

/** The keyboard shortcuts in the dialog, and the visible effect of each. */
const EFFECTS: Readonly<Record<string, readonly Effect[]>> = {
  '/': [find('/')],
  'Ctrl K': [find('Control+k')],
  '↓': [
    {
      at: '/?q=cat',
      see: async page => {
        await press(page, '/')
        await page.getByRole('option').first().waitFor()
        const isInField = `document.activeElement.matches('[role=combobox]')`
        while (await page.evaluate<boolean>(isInField)) await press(page, 'ArrowDown')
        await focusIsAt(page, 0)
      },
    },
  ],
  '← ↑ ↓ →': [
    {
      at: '/?q=cat',
      see: async page => {
        for (const [key, index] of [
          ['ArrowRight', 1],
          ['ArrowLeft', 0],
          ['ArrowDown', 6],
          ['ArrowUp', 0],
        ] as const) {
          await press(page, key)
          await focusIsAt(page, index)
        }
      },
    },
  ],
  'Home End': [
    {
      at: '/?q=cat',
      see: async page => {
        const setSize = await page.locator('li[aria-setsize]').first().getAttribute('aria-setsize')
        await press(page, 'End')
        await focusIsAt(page, Number(setSize) - 1)
        await press(page, 'Home')
        await focusIsAt(page, 0)
      },
    },
  ],
  'Page Up Page Down': [
    {
      at: '/?q=cat',
      see: async page => {
        await press(page, 'PageDown')
        await is(page, `document.activeElement.closest('[data-index]')?.dataset.index > 0`)
        await press(page, 'PageUp')
        await focusIsAt(page, 0)
      },
    },
  ],
  Enter: [
    {
      at: '/?q=cat',
      see: async page => {
        await press(page, 'Enter')
        await is(page, `location.pathname.startsWith('/avatar/')`)
      },
    },
  ],
  s: [
    {
      at: '/?q=cat',
      see: async page => {
        await press(page, 's')
        await status(page, /^Saved/)
        await press(page, 's')
        await status(page, /^Removed/)
      },
    },
  ],
  l: [
    {
      at: '/?q=cat',
      see: async page => {
        await press(page, 'l')
        await status(page, /^Liked/)
        await press(page, 'l')
        await status(page, /^Removed your like/)
      },
    },
  ],
  c: [
    {
      at: '/?q=cat',
      see: async page => {
        await press(page, 'c')
        await status(page, /^Copied/)
      },
    },
  ],
  m: [
    {
      at: '/saved',
      see: async page => {
        await press(page, 'm')
        await page.getByRole('dialog').getByRole('button').first().waitFor()
      },
    },
    {
      at: '/?q=dragon',
      see: async page => {
        await press(page, 's')
        await page.getByRole('group', { name: 'Put it into a group' }).getByRole('button').first().waitFor()
        await press(page, 'm')
        await is(page, `document.activeElement.closest('fieldset') !== null`)
        await press(page, 'Escape')
        await focusIsAt(page, 0)
        await press(page, 's')
        await status(page, /^Removed/)
      },
    },
  ],
  x: [
    {
      at: '/saved',
      see: async page => {
        await press(page, 'x')
        await page.getByRole('toolbar', { name: '1 selected' }).waitFor()
        await press(page, 'Shift+ArrowRight')
        await page.getByRole('toolbar', { name: '2 selected' }).waitFor()
      },
    },
  ],
  'Alt ← →': [
    {
      at: '/saved?sort=own',
      see: async page => {
        const name = await card(page, 0).innerText()
        await press(page, 'Alt+ArrowRight')
        await until('it is second', async () => (await card(page, 1).innerText()) === name)
        await focusIsAt(page, 1)
        await press(page, 'Alt+ArrowLeft')
        await until('it is first', async () => (await card(page, 0).innerText()) === name)
      },
    },
  ],
  z: [
    {
      at: '/?q=cat',
      see: async page => {
        const isSaved = () =>
          cardAt(page, 0)
            .getByRole('button', { name: /^Save / })
            .getAttribute('aria-pressed')
        await press(page, 's')
        await status(page, /^(Saved|Removed)/)
        const after = await isSaved()
        await press(page, 'z')
        await until('it is as before', async () => (await isSaved()) !== after)
      },
    },
  ],
  '[': [
    {
      at: '/?q=cat',
      see: async page => {
        const names = [await card(page, 0).innerText(), await card(page, 1).innerText()]
        await press(page, 'Enter')
        for (const [key, name] of [
          [']', names[1]],
          ['[', names[0]],
        ] as const) {
          await page
            .getByRole('button', { name: key === ']' ? /^Next/ : /^Previous/, disabled: false })
            .waitFor()
          await press(page, key)
          await page.getByRole('heading', { level: 1, name: name!, exact: true }).waitFor()
        }
      },
    },
  ],
  'g s': [goes('/', 'g', 's')],
  'g i': [goes('/insights', 'g', 'i')],
  'g u': [goes('/submit', 'g', 'u')],
  'g f': [goes('/saved', 'g', 'f')],
  'g a': [goes('/account', 'g', 'a')],
  '?': [
    {
      at: '/?q=cat',
      see: async page => {
        await press(page, '?')
        await page.getByRole('dialog').waitFor()
      },
    },
  ],
  Esc: [
    {
      at: '/?q=cat',
      see: async page => {
        await press(page, '?')
        await page.getByRole('dialog').waitFor()
        await press(page, 'Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await press(page, '/', 'Escape', 'Escape', 'Escape')
        await is(page, `!document.activeElement.matches('input')`)
      },
    },
  ],
}

/** This key is tested by the effects of `[`. */
const WITH_PREVIOUS = ']'

describe('the keys of the dialog', () => {
  if (!hasChromium) return skipSuiteWithout('chromium')
  const open = startSite()

  it('are those that this file tests', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?q=cat`)
    await card(page, 0).waitFor()
    await press(page, '?')
    await page.getByRole('dialog').locator('dt').first().waitFor()
    const keys = await page.evaluate<string[]>(`Array.from(document.querySelectorAll('dialog dt'),
      term => Array.from(term.children, key => key.textContent).join(' '))`)
    assert.deepEqual(keys.toSorted(), [...Object.keys(EFFECTS), WITH_PREVIOUS].toSorted())
  })

  for (const [key, effects] of Object.entries(EFFECTS))
    it(`do what it says: ${key}`, async t => {
      const site = await open(t, { ...DESKTOP, permissions: ['clipboard-read', 'clipboard-write'] })
      for (const { at, see } of effects) {
        await signIn(site, at, 'Yuki')
        await card(site.page, 0).focus()
        await see(site.page)
      }
    })

  it('act as soon as what they act on is in the document', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?q=cat`)
    await card(page, 0).waitFor()
    await page.evaluate(`new MutationObserver((_, observer) => {
      if (document.querySelector('[aria-keyshortcuts="]"]') === null) return
      observer.disconnect()
      globalThis.name = document.querySelector('h1').textContent
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ']', bubbles: true }))
    }).observe(document, { childList: true, subtree: true })`)
    const name = await card(page, 1).innerText()
    await card(page, 0).press('Enter')
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    assert.notEqual(await page.evaluate('name'), name)
  })

  it('are named by the cards, rows and buttons on which they act, unless they are switched off', async t => {
    const site = await open(t)
    const { page, origin } = site
    const keysOf = (selector: string) => page.locator(selector).first().getAttribute('aria-keyshortcuts')
    const link = 'li[data-index] h3 a'
    await page.goto(`${origin}/?q=cat`)
    assert.equal(await keysOf(link), 's l c')
    await page.locator(link).first().press('Enter')
    for (const [name, key] of [
      ['Save', 's'],
      [/likes?$/, 'l'],
      ['Copy id', 'c'],
    ] as const) {
      const button = page.getByRole('main').getByRole('button', { name, exact: true }).first()
      assert.equal(await button.getAttribute('aria-keyshortcuts'), key)
    }
    await signIn(site, '/saved', 'Yuki')
    assert.equal(await keysOf(link), 's l c x m')
    await page.goto(`${origin}/saved?sort=own`)
    assert.equal(await keysOf(link), 's l c x m Alt+ArrowLeft Alt+ArrowRight')
    await signIn(site, '/studio', 'creator')
    assert.equal(await keysOf('tbody input[type=checkbox]'), 'x')
    await page.context().addCookies([{ name: 'avatary_ui', value: 'keys=false', url: origin }])
    await page.goto(`${origin}/?q=cat`)
    await page.locator(link).first().waitFor()
    assert.equal(await keysOf(link), null)
    await page.goto(`${origin}/studio`)
    await page.locator('tbody input[type=checkbox]').first().waitFor()
    assert.equal(await keysOf('tbody input[type=checkbox]'), null)
  })
})
