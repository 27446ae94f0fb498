import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { skipSuiteWithout } from '../../../server/tests/support/engines.ts'
import { until } from '../../../server/tests/support/until.ts'
import { accessibilityProblems } from '../support/axe.ts'
import { intercept } from '../support/intercept.ts'
import { cardAt, fetchCollection, groupLink, shownCountOf } from '../support/saved.ts'
import { DESKTOP, PHONE, signIn, startSite } from '../support/site.ts'

describe('groups of saved avatars', () => {
  if (!hasChromium) return skipSuiteWithout('chromium')
  const open = startSite()

  it('take avatars that are dragged or moved by keys, and give them back by undo', async t => {
    const site = await open(t, DESKTOP)
    const { page } = site
    await signIn(site, '/saved', 'Yuki')
    await cardAt(page, 0).locator('h3 a').waitFor()
    const before = await shownCountOf(page, 'Foxes')
    const { avatars } = await fetchCollection(page, 'group=none&limit=2')
    await groupLink(page, 'No group').click()
    await until('the group is shown', async () =>
      (await cardAt(page, 0).locator('h3 a').getAttribute('href'))!.endsWith(avatars[0]!.id),
    )
    await cardAt(page, 0).locator('h3 a').dragTo(groupLink(page, 'Foxes'))
    await page.getByText('1 avatar moved to Foxes').waitFor()
    await until('it counts there', async () => (await shownCountOf(page, 'Foxes')) === before + 1)
    await page.keyboard.press('z')
    await until('it counts there no longer', async () => (await shownCountOf(page, 'Foxes')) === before)
    await page.getByText('1 avatar moved back').waitFor()
    await cardAt(page, 0).locator('h3 a').focus()
    await page.keyboard.press('m')
    await page.getByRole('dialog').getByRole('button', { name: 'Cats' }).press('Enter')
    await page.getByText('1 avatar moved to Cats').waitFor()
    const moved = (await fetchCollection(page)).avatars.find(({ id }) => id === avatars[0]!.id)
    const cats = (await fetchCollection(page, 'limit=1')).groups.find(({ name }) => name === 'Cats')
    assert.equal(moved?.groupId, cats?.id)
    assert.deepEqual(site.browserErrors, [])
  })

  it('are created, renamed, and deleted with an undo', async t => {
    const site = await open(t, DESKTOP)
    const { page } = site
    await signIn(site, '/saved', 'Newcomer')
    await page.getByRole('button', { name: 'New group' }).click()
    await page.keyboard.type('Wolves')
    await page.getByRole('radio', { name: 'Moon' }).check()
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.getByRole('button', { name: 'Create' }).click()
    await groupLink(page, 'Wolves').click()
    await page.getByRole('button', { name: 'Edit the group Wolves' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Grey wolves')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await groupLink(page, 'Grey wolves').waitFor()
    await page.getByRole('button', { name: 'Edit the group Grey wolves' }).click()
    await page.getByRole('button', { name: 'Delete group' }).click()
    await page.getByText('Deleted the group Grey wolves').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Restored the group Grey wolves').waitFor()
    await groupLink(page, 'Grey wolves').waitFor()
  })

  it('show a refusal inside of their dialog, where the name can be changed', async t => {
    const site = await open(t, PHONE)
    const { page } = site
    await signIn(site, '/saved', 'Newcomer')
    const dialog = page.getByRole('dialog')
    const make = async (name: string) => {
      await page.getByRole('button', { name: 'New group' }).click()
      await page.keyboard.type(name)
      const status = await dialog.getByRole('status').elementHandle()
      await dialog.getByRole('button', { name: 'Create' }).click()
      return status
    }
    await make('Owls')
    await groupLink(page, 'Owls').waitFor()
    const status = await make('Owls')
    await dialog.getByRole('status').getByText('You already have a group of that name').waitFor()
    assert.match((await status?.textContent()) ?? '', /^Not/, 'it comes into a status that was there before')
    assert.deepEqual(await accessibilityProblems(page), [])
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByRole('status').getByText('You already have a group of that name').waitFor()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Barn owls')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await groupLink(page, 'Barn owls').waitFor()
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await page.getByText('You already have a group of that name').count(), 0)
  })

  it('are created once when the Enter key is pressed twice', async t => {
    const site = await open(t, DESKTOP)
    const { page } = site
    await signIn(site, '/saved', 'Yuki')
    await page.getByRole('button', { name: 'New group' }).click()
    const answer = Promise.withResolvers<void>()
    let sentCount = 0
    await intercept(page, '**/api/favorites/groups', async route => {
      sentCount++
      await answer.promise
      await route.continue()
    })
    await page.keyboard.type('Cranes')
    for (const key of ['Enter', 'Enter']) await page.keyboard.press(key)
    await page.evaluate('new Promise(painted => requestAnimationFrame(() => setTimeout(painted)))')
    answer.resolve()
    await groupLink(page, 'Cranes').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal(sentCount, 1)
    assert.deepEqual(site.browserErrors, [])
  })

  it('are created once, also when moving avatars into them has to be tried again', async t => {
    const site = await open(t, DESKTOP)
    const { page } = site
    await signIn(site, '/saved', 'Yuki')
    await intercept(page, '**/api/favorites/batch', route => route.abort(), { times: 1 })
    await cardAt(page, 0).locator('h3 a').focus()
    await page.keyboard.press('m')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'New group' }).click()
    await page.keyboard.type('Storks')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByRole('status').getByText('1 avatar moved to Storks').waitFor()
    await until('it counts there', async () => (await shownCountOf(page, 'Storks')) === 1)
  })

  it('have a dialog that closes when its write has succeeded, before the list is refetched', async t => {
    const site = await open(t, DESKTOP)
    const { page } = site
    await signIn(site, '/saved', 'Newcomer')
    await page.getByRole('button', { name: 'New group' }).click()
    const answer = Promise.withResolvers<void>()
    await intercept(page, '**/api/favorites?*', async route => {
      await answer.promise
      await route.continue()
    })
    await page.keyboard.type('Herons')
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal(await groupLink(page, 'Herons').count(), 0)
    answer.resolve()
    await groupLink(page, 'Herons').waitFor()
    assert.deepEqual(site.browserErrors, [])
  })

  it('are all in sight on a desk, also when there are many, and in one row on a phone', async t => {
    const site = await open(t, DESKTOP)
    const { page } = site
    await signIn(site, '/saved')
    await page.evaluate(`(async () => {
      for (let number = 1; number <= 20; number++) {
        const body = JSON.stringify({ name: 'A group of avatars ' + number, icon: 'star' })
        await fetch('/api/favorites/groups', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
      }
    })()`)
    await page.reload()
    await groupLink(page, 'A group of avatars 20').waitFor()
    const boxOf = async () => (await page.getByRole('button', { name: 'New group' }).boundingBox())!
    const { x, width } = await boxOf()
    assert.ok(x + width <= DESKTOP.viewport.width, `the button ends at ${x + width} px`)
    await page.setViewportSize(PHONE.viewport)
    assert.equal((await boxOf()).y, (await groupLink(page, 'All').boundingBox())!.y)
  })

  it('contain avatars in the person’s own order, which Alt and arrow keys change', async t => {
    const site = await open(t, DESKTOP)
    const { page } = site
    await signIn(site, '/saved?sort=own', 'Yuki')
    const nameAt = (index: number) => cardAt(page, index).locator('h3 a').innerText()
    const first = await nameAt(0)
    await cardAt(page, 0).locator('h3 a').focus()
    await page.keyboard.press('Alt+ArrowRight')
    await until('it is second', async () => (await nameAt(1)) === first)
    await until('it has the focus', () => cardAt(page, 1).locator('h3 a:focus').isVisible())
    await page.keyboard.press('Alt+ArrowRight')
    await until('it is third', async () => (await nameAt(2)) === first)
    await page.reload()
    await until('it stays third', async () => (await nameAt(2)) === first)
  })
})
