import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { skipSuiteWithout } from '../../../server/tests/support/engines.ts'
import { until } from '../../../server/tests/support/until.ts'
import { accessibilityProblems } from '../support/axe.ts'
import { DESKTOP, PHONE, signIn, startSite, TABLET } from '../support/site.ts'
import { MAIN_JOURNEYS, siteTexts } from '../support/texts.ts'

interface Listed {
  readonly total: number
  readonly [list: string]: unknown
}

const read = (page: Page, path: string) =>
  page.evaluate(`fetch('/api/admin/${path}').then(answer => answer.json())`) as Promise<Listed>

const openReports = async (page: Page) => (await read(page, 'reports')).total

/**
 * Waits until these are the last entries of the audit log, newest first, because pages show an act before it is saved.
 */
const untilActsAre = (page: Page, expected: readonly string[]) =>
  until(`the last acts are ${expected.join(', ')}`, async () => {
    const entries = (await read(page, 'audit')).entries as { action: string; actor: string }[]
    const acts = entries.slice(0, expected.length).map(({ action, actor }) => `${actor}: ${action}`)
    return isDeepStrictEqual(acts, expected)
  })

/** Runs in the page: the horizontal start of each report's text in the first case, in pixels. */
const TEXT_STARTS = `[...document.querySelectorAll('li[data-case]')].slice(0, 1)
  .flatMap(each => [...each.querySelectorAll('li > bdi')]).map(text => text.getBoundingClientRect().left)`

/** Runs in the page: for each column of panels, the pixels between one panel's last line and the next one's heading. */
const GAPS_IN_COLUMNS = `(panels => {
  const columns = Map.groupBy(panels, panel => Math.round(panel.getBoundingClientRect().left))
  return [...columns.values()].map(column => column.slice(1).map((panel, at) => Math.round(
    panel.getBoundingClientRect().top - column[at].querySelector('dl').getBoundingClientRect().bottom
  )))
})([...document.querySelectorAll('main section:has(> dl)')])`

const cases = (page: Page) => page.locator('li[data-case]')

const focusedName = (page: Page) => page.evaluate(`document.activeElement.textContent`)

describe('the pages of operators', () => {
  if (!hasChromium) return skipSuiteWithout('chromium')
  const open = startSite()

  for (const visitor of [null, 'Momo'] as const)
    it(`look like unknown addresses to ${visitor ?? 'somebody who is not signed in'}, as if they did not exist`, async t => {
      const site = await open(t, DESKTOP)
      const { page, origin } = site
      if (visitor !== null) await signIn(site, '/', visitor)
      const nowhere = await (await page.goto(`${origin}/nowhere`))?.text()
      const requested: string[] = []
      page.on('request', request => requested.push(request.url()))
      const answer = await page.goto(`${origin}/admin/reports`)
      assert.equal(answer?.status(), 404)
      assert.equal(await answer?.text(), nowhere)
      await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
      await page.getByRole('button', { name: visitor === null ? 'Settings' : 'Account' }).click()
      await page.getByRole('combobox', { name: 'Language' }).waitFor()
      assert.equal(await page.getByRole('link', { name: 'Moderation' }).count(), 0)
      assert.deepEqual(
        requested.filter(url => url.includes('/api/admin/')),
        [],
      )
      const posted = `fetch('/admin/reports', { method: 'POST' }).then(({ status }) => status)`
      assert.equal(await page.evaluate(posted), 404)
    })

  it('list the acts of the demo by date, newest first', async t => {
    const site = await open(t, DESKTOP)
    await signIn(site, '/', 'Admin')
    const { entries } = await read(site.page, 'audit')
    const dates = (entries as { at: string }[]).map(({ at }) => at)
    assert.ok(dates.length > 5)
    assert.deepEqual(dates, dates.toSorted().reverse())
  })

  it('break the lines of Korean audit entries only between words', async t => {
    const site = await open(t, { ...PHONE, locale: 'ko-KR' })
    await signIn(site, '/admin/audit', 'Admin')
    await site.page
      .getByText(/^유료 노출 \d+ · /)
      .first()
      .waitFor()
    const breaks = `[...document.querySelectorAll('li p, li p *')]
      .filter(({ children, textContent }) => children.length === 0 && textContent.startsWith('유료 노출'))
      .map(shown => getComputedStyle(shown).wordBreak)`
    assert.deepEqual(new Set((await site.page.evaluate(breaks)) as string[]), new Set(['keep-all']))
  })

  it('fade the end of a case’s reports while more of them are below', async t => {
    const site = await open(t, PHONE)
    const { page } = site
    await signIn(site, '/admin/reports', 'Admin')
    await cases(page).first().waitFor()
    const first = `document.querySelector('li[data-case] ul')`
    const isFaded = async () => (await page.evaluate(`getComputedStyle(${first}).maskImage`)) !== 'none'
    assert.equal(await isFaded(), false)
    await page.evaluate(`(list => {
      while (list.children.length < 30) list.append(list.lastElementChild.cloneNode(true))
    })(${first})`)
    await until('it is faded', isFaded)
    await page.evaluate(`${first}.scrollTo(0, ${first}.scrollHeight)`)
    await until('its end is in sight', async () => !(await isFaded()))
  })

  it('let reports be decided by keys alone; each act can be undone and is in the audit log', async t => {
    const site = await open(t, DESKTOP)
    const { page } = site
    await signIn(site, '/', 'Admin')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('link', { name: 'Moderation' }).click()
    await cases(page).nth(4).waitFor()
    const before = await openReports(page)
    const names = await page.locator('li[data-case] h2 a').allInnerTexts()
    assert.equal(await page.locator('li[data-case] img:not([data-blurred])').count(), 0)
    await page.keyboard.press('j')
    assert.equal(await focusedName(page), names[0])
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await page.keyboard.press('d')
    await page.getByText(`Dismissed the reports about ${names[0]}`).waitFor()
    await until('the next one has the focus', async () => (await focusedName(page)) === names[1])
    await page.keyboard.press('b')
    await page.getByText(`Blocked ${names[1]}`).waitFor()
    await until('the next one has the focus', async () => (await focusedName(page)) === names[2])
    await untilActsAre(page, [
      'user demo-admin: block',
      'user demo-admin: close-report',
      'user demo-admin: close-report',
    ])
    const [block] = (await read(page, 'audit')).entries as { facts: { kind: string } }[]
    assert.equal(block?.facts.kind, 'reported')
    await page.keyboard.press('z')
    await page.getByText('Undone').waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    await until('it is back', async () => (await page.getByRole('link', { name: names[1]! }).count()) > 0)
    await page.getByRole('radio', { name: 'Closed' }).check({ force: true })
    await page.getByRole('button', { name: `Reopen the reports about ${names[0]}` }).click()
    await page.getByText(`Reopened the reports about ${names[0]}`).waitFor()
    assert.equal(await openReports(page), before)
    await page.getByRole('radio', { name: 'Open' }).check({ force: true })
    await page.getByRole('link', { name: names[0]! }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/avatar\//)
    assert.deepEqual(site.browserErrors, [])
  })

  for (const { where, locale, options } of MAIN_JOURNEYS)
    it(`let reports be decided by buttons ${where}, and show their pictures on request`, async t => {
      const text = await siteTexts('features/admin', locale)
      const ui = await siteTexts('ui', locale)
      const site = await open(t, options)
      const { page } = site
      const press = (button: Locator) => (options.hasTouch ? button.tap() : button.click())
      await signIn(site, '/admin/reports', 'Admin')
      await page.getByRole('heading', { level: 1, name: text('section.reports') }).waitFor()
      await cases(page).first().waitFor()
      await press(
        cases(page)
          .first()
          .getByRole('button', { name: ui('showPicture') }),
      )
      await cases(page).first().locator('img:not([data-blurred])').waitFor()
      assert.deepEqual(await accessibilityProblems(page), [])
      assert.equal(new Set((await page.evaluate(TEXT_STARTS)) as number[]).size, 1, 'texts begin at one line')
      const name = await cases(page).nth(1).locator('h2 a').innerText()
      const before = await openReports(page)
      for (const [act, done] of [
        ['dismissName', 'dismissed'],
        ['blockName', 'blocked'],
      ] as const) {
        await press(page.getByRole('button', { name: text(act, name), exact: true }))
        await page.getByText(text(done, name)).waitFor()
        await until('they are closed', async () => (await openReports(page)) < before)
        await press(page.getByRole('button', { name: ui('undo') }))
        await until('they are open again', async () => (await openReports(page)) === before)
      }
      assert.deepEqual(site.browserErrors, [])
    })

  it('block an application, which its owner then sees as blocked and cannot change, on a phone', async t => {
    const account = await siteTexts('features/account', 'en')
    const owner = await open(t, PHONE)
    await signIn(owner, '/account/apps', 'Yuki')
    const own = owner.page.getByRole('listitem').filter({ hasText: 'Lantern Board' })
    const edit = own.getByRole('button', { name: account('editApp', 'Lantern Board') })
    const mark = own.getByText(account('blockedApp', ''))
    await edit.waitFor()
    assert.equal(await mark.count(), 0)
    const operator = await open(t, DESKTOP)
    const { page } = operator
    await signIn(operator, '/admin/applications', 'Admin')
    await page.getByRole('button', { name: 'Block Lantern Board', exact: true }).click()
    await untilActsAre(page, ['user demo-admin: block-application'])
    await owner.page.reload()
    await mark.waitFor()
    const { x, width } = (await mark.boundingBox())!
    assert.ok(x >= 0 && x + width <= 390, 'the mark is in sight')
    assert.equal(await own.getByRole('button', { name: account('deleteApp') }).count(), 0)
    assert.equal(await edit.count(), 0)
    assert.equal(await owner.page.getByRole('button', { name: account('newApp') }).count(), 0)
    await owner.page.getByText(account('noNewAppWhileBlocked')).waitFor()
    assert.deepEqual(await accessibilityProblems(owner.page), [])
    await page.getByRole('button', { name: 'Unblock Lantern Board' }).click()
    await untilActsAre(page, ['user demo-admin: unblock-application'])
    await owner.page.reload()
    await edit.waitFor()
    assert.equal(await mark.count(), 0)
    assert.deepEqual(owner.browserErrors, [])
  })

  it('reopen all reports that the block of a creator closed, when it is undone', async t => {
    const site = await open(t, DESKTOP)
    const { page, api } = site
    const found = await fetch(`${api}/avatars/search?sort=popular&limit=60`)
    const { avatars } = (await found.json()) as { avatars: { id: string; authorId: string }[] }
    const [own] = [...Map.groupBy(avatars, ({ authorId }) => authorId).values()].toSorted(
      (a, b) => b.length - a.length,
    )
    const [one, other] = own!
    for (const { id } of [one!, other!]) {
      const headers = { 'Content-Type': 'application/json' }
      const body = JSON.stringify({ reason: 'stolen' })
      assert.equal(
        (await fetch(`${api}/avatars/${id}/report`, { method: 'POST', headers, body })).status,
        200,
      )
    }
    await signIn(site, '/admin/reports', 'Admin')
    const before = await openReports(page)
    const about = page.locator(`li[data-case="${one!.id}"]`)
    await about.getByRole('button', { name: /^Block creator/ }).click()
    await page.getByText(/^Blocked /).waitFor()
    assert.equal(await openReports(page), before - 2)
    await page.keyboard.press('z')
    await page.getByText('Undone').waitFor()
    assert.equal(await openReports(page), before)
    await page.locator(`li[data-case="${other!.id}"]`).waitFor()
  })

  it('block and unblock an id, and refuse what is not an id', async t => {
    const site = await open(t, DESKTOP)
    const { page } = site
    await signIn(site, '/admin/blocks', 'Admin')
    const id = 'avtr_00000000-0000-4000-8000-0000000000d1'
    const field = page.getByRole('textbox', { name: /^Avatar or creator/ })
    await field.fill('fox')
    await page.getByRole('button', { name: 'Block', exact: true }).click()
    await page.getByText('Not changed.').waitFor()
    const [left, right] = await page.evaluate<[number, number]>(`(() => {
      const text = document.querySelector('.toast_toast span').getBoundingClientRect()
      const box = document.querySelector('.toast_toast').getBoundingClientRect()
      return [text.left - box.left, box.right - text.right]
    })()`)
    assert.equal(left, right, 'a sentence without a button has the same margins on both sides')
    await field.fill(`https://avatars.example/avatar/${id}?from=a-friend`)
    await page.getByRole('textbox', { name: /^Reason/ }).fill('stolen')
    await page.getByRole('button', { name: 'Block', exact: true }).click()
    await page.getByRole('button', { name: `Unblock ${id}` }).click()
    await page.getByText(`Unblocked ${id}`).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: `Unblock ${id}` }).waitFor()
    const { blocks } = (await read(page, 'blocks')) as unknown as { blocks: { id: string; reason: string }[] }
    assert.equal(blocks.find(block => block.id === id)?.reason, 'stolen')
    await field.fill(id)
    await page.getByRole('button', { name: 'Block', exact: true }).click()
    await page.getByText('Nothing changed: it was so already').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0)
    assert.deepEqual(
      site.browserErrors.filter(text => !text.includes('status of 400')),
      [],
    )
  })

  it('show the reason for a block in the operator’s language, also after the block was undone', async t => {
    const site = await open(t, { ...PHONE, locale: 'ja-JP' })
    const { page } = site
    await signIn(site, '/admin/blocks', 'Admin')
    const row = page.getByRole('listitem').filter({ hasText: 'avtr_00000000-0000-4000-8000-0000000000b1' })
    await row.getByText('通報：盗用').waitFor()
    await row.getByRole('button').tap()
    await row.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '元に戻す' }).tap()
    await row.getByText('通報：盗用').waitFor()
    assert.deepEqual(site.browserErrors, [])
  })

  it('name upstreams in the operator’s language', async t => {
    const site = await open(t, { ...PHONE, locale: 'ja-JP' })
    const { page } = site
    await signIn(site, '/admin/health', 'Admin')
    await page.getByText('コミュニティサイト').waitFor()
    await page.getByText(/^画像（.+）$/).waitFor()
    const names = await page.locator('dt').allInnerTexts()
    assert.deepEqual(
      names.filter(name => /^[a-z ]+$/.test(name)),
      [],
    )
  })

  it('leave no gap below a short panel of the health page, in one column or two', async t => {
    for (const screen of [DESKTOP, TABLET]) {
      const site = await open(t, screen)
      const { page } = site
      await signIn(site, '/admin/health', 'Admin')
      await page.locator('main section dl').first().waitFor()
      const columns = (await page.evaluate(GAPS_IN_COLUMNS)) as number[][]
      const gaps = columns.flat()
      assert.ok(columns.length >= 2 && gaps.length >= 2, `${columns.length} columns`)
      assert.ok(new Set(gaps).size === 1 && gaps[0]! <= 32, `gaps of ${gaps} px`)
      const parts = await page.evaluate(
        `[...document.querySelectorAll('main section:has(> dl)')].map(panel => panel.getClientRects().length)`,
      )
      assert.deepEqual(new Set(parts as number[]), new Set([1]))
    }
  })

  it('add a placement, change it, and restore it after its removal', async t => {
    const site = await open(t, DESKTOP)
    const { page } = site
    await signIn(site, '/admin/placements', 'Admin')
    const { avatars } = (await page.evaluate(
      `fetch('/api/avatars/search?limit=1').then(answer => answer.json())`,
    )) as { avatars: { id: string; name: string }[] }
    const { id, name } = avatars[0]!
    await page.getByRole('button', { name: 'Place something' }).click()
    await page.getByRole('textbox', { name: /^Avatar or group/ }).fill(id)
    await page.getByRole('spinbutton', { name: 'Weight' }).fill('7')
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.getByRole('dialog').getByRole('button', { name: 'Place something' }).dblclick()
    // A second placement by the double click would be a second row.
    const row = page.getByRole('listitem').filter({ hasText: name })
    await row.getByText('Weight 7 ·').waitFor()
    await row.getByRole('button', { name: `Edit ${name}` }).click()
    await page.getByRole('spinbutton', { name: 'Weight' }).fill('9')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await row.getByText('Weight 9 ·').waitFor()
    await row.getByRole('button', { name: `Remove ${name}` }).click()
    await until('it is gone', async () => (await row.count()) === 0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await row.getByText('Weight 9 ·').waitFor()
    assert.deepEqual(site.browserErrors, [])
  })

  it('change staff, opt-outs and applications, each with an undo, on a phone', async t => {
    const site = await open(t, PHONE)
    const { page } = site
    await signIn(site, '/admin/staff', 'Admin')
    await page.getByRole('textbox', { name: 'Display name' }).fill('Night Owl')
    await page.getByRole('button', { name: 'Add', exact: true }).tap()
    await page.getByRole('button', { name: 'Remove Night Owl' }).tap()
    await page.getByText('Removed Night Owl').waitFor()
    await page.getByRole('button', { name: 'Undo' }).tap()
    await page.getByRole('button', { name: 'Remove Night Owl' }).waitFor()
    await page.getByRole('link', { name: 'Opt-outs' }).tap()
    await page.getByRole('button', { name: /^List again/ }).tap()
    await page.getByText('No creator has opted out.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).tap()
    await page.getByRole('button', { name: /^List again/ }).waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.getByRole('link', { name: 'Applications' }).tap()
    await page.getByRole('button', { name: 'Block Lantern Board', exact: true }).tap()
    await page.getByRole('button', { name: 'Unblock Lantern Board' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).tap()
    await page.getByRole('button', { name: 'Block Lantern Board', exact: true }).waitFor()
    await untilActsAre(page, ['user demo-admin: unblock-application', 'user demo-admin: block-application'])
    assert.deepEqual(site.browserErrors, [])
  })
})
