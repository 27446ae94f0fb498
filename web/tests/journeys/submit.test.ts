import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { skipSuiteWithout } from '../../../server/tests/support/engines.ts'
import { createDemoCatalog } from '../../../sim/src/demo/demo-catalog.ts'
import { intercept } from '../support/intercept.ts'
import { DESKTOP, PHONE, startSite } from '../support/site.ts'

const MISSING = 'avtr_00000000-0000-4000-8000-000000000000'

const demo = createDemoCatalog()
const ids = demo.submittableAvatars.map(({ id }) => id)

describe('submitting avatars', () => {
  if (!hasChromium) return skipSuiteWithout('chromium')
  const open = startSite({ PLATFORM_LOOKUPS_PER_MINUTE: '600' })

  for (const [screen, submitted] of [
    [DESKTOP, demo.submittableAvatars.slice(0, 120)],
    [PHONE, demo.submittableAvatars.slice(60, 180)],
  ] as const) {
    it(`reads ids out of a log, sends a hundred a minute, and follows each until it is in the index: ${screen.viewport.width}`, async t => {
      const { page, origin } = await open(t, screen)
      await page.clock.install()
      await page.goto(`${origin}/submit`)
      const ids = submitted.map(({ id }) => id)
      const log = ids.map(id => `2026.11.22 10:00:00 Log  -  Loading avatar data for ${id}`)
      await page.getByLabel('Paste ids').fill([...log, ids[0], ids[1]].join('\n'))
      await page.getByText('Found 120 ids · 2 repeated').waitFor()
      await page.getByRole('button', { name: 'Submit 120' }).click()
      await page.getByText('A hundred avatars a minute can be sent; 20 avatars to go.').waitFor()
      assert.equal(await page.getByRole('main').getByRole('listitem').count(), 120)
      await page.clock.fastForward('01:00')
      await page.getByText('120 in the index').waitFor()
      await page.reload()
      await page.getByText('120 in the index').waitFor()
      await page.getByRole('main').getByRole('listitem').first().getByRole('link').click()
      await page.waitForURL(`**/avatar/${ids[0]}`)
      await page.locator('h1').getByText(String(submitted[0]!.name)).waitFor()
    })
  }

  it('says what became of avatars that are not added, on a phone', async t => {
    const { page, origin } = await open(t, PHONE)
    await page.goto(`${origin}/submit`)
    await page
      .getByLabel('Paste ids')
      .fill(`https://vrchat.com/home/avatar/${demo.indexedAvatars[0]!.id}\n${MISSING}`)
    await page.getByRole('button', { name: 'Submit 2' }).click()
    await page.getByText('Was here already').waitFor()
    await page.getByText('No such avatar').waitFor()
    await page.getByText('1 in the index · 1 not added').waitFor()
    await page.getByRole('button', { name: 'Clear finished ones' }).click()
    assert.equal(await page.getByRole('listitem').count(), 0)
  })

  it('keeps what was pasted, with what other pages add, until it is sent', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/submit`)
    const box = page.getByLabel('Paste ids')
    await box.fill(MISSING)
    await page.reload()
    assert.equal(await box.inputValue(), MISSING)
    await page.goto(`${origin}/submit?text=${ids[210]}`)
    await box.waitFor()
    await page.reload()
    assert.equal(await box.inputValue(), `${MISSING}\n${ids[210]}`)
    await box.fill(MISSING)
    await page.reload()
    assert.equal(await box.inputValue(), MISSING)
    await page.goto(`${origin}/submit?text=${ids[210]}`)
    await page.getByRole('button', { name: 'Submit 2' }).click()
    await page.getByText('No such avatar').waitFor()
    await page.goto(`${origin}/submit`)
    assert.equal(await box.inputValue(), '')
  })

  it('says that submissions wait when no lookups are made', async t => {
    const { page, origin, api } = await open(t)
    const html = await (await fetch(new URL('/submit', api))).text()
    await page.goto(`${origin}/submit`)
    await page.getByLabel('Paste ids').waitFor()
    const note = page.getByText('Right now nothing is looked up here.')
    assert.equal(await note.count(), 0)
    await intercept(page, `${origin}/submit`, async route => {
      await route.fulfill({
        body: html.replace('"verification":true', '"verification":false'),
        contentType: 'text/html',
      })
    })
    await page.reload()
    await note.waitFor()
  })

  it('keeps the focus on the button that sends them', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/submit`)
    const hint = page.getByText('Ids are in the addresses of avatars')
    await hint.waitFor()
    await page.getByLabel('Paste ids').fill(MISSING)
    await hint.waitFor({ state: 'hidden' })
    const submit = page.getByRole('button', { name: /^Submit/ })
    await submit.press('Enter')
    await page.getByText('No such avatar').waitFor()
    assert.ok(await submit.isDisabled())
    assert.ok(await submit.evaluate(button => button.matches(':focus')))
  })

  it('shows the reasons beside their icons on a phone, also in two lines', async t => {
    const { page, origin } = await open(t, { ...PHONE, locale: 'ja-JP' })
    await page.route('**/api/submissions*', route =>
      route.fulfill({ status: 404, json: { error: 'Unknown.', code: 'submission_not_found' } }),
    )
    await page.goto(`${origin}/submit`)
    const lost = JSON.stringify([{ id: MISSING, state: 'rejected', reason: 'submission_not_found' }])
    await page.evaluate(`sessionStorage.setItem('submitted avatars', ${JSON.stringify(lost)})`)
    await page.reload()
    await page.getByText('受付の記録が失われました').waitFor()
    const space = await page.evaluate(`{
      const state = document.querySelector('li[data-state="rejected"] > :last-child')
      const text = document.createRange()
      text.selectNodeContents(state.lastChild)
      const lines = [...text.getClientRects()]
      Math.max(...lines.map(({ left }) => left)) - state.querySelector('svg').getBoundingClientRect().right
    }`)
    assert.ok(Number(space) < 12, `${space} px`)
  })

  it('is offered when a search for an id finds nothing', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?q=${ids[220]}`)
    await page.getByRole('heading', { name: 'No avatar here has this id' }).waitFor()
    await page.getByRole('link', { name: 'Submit it to be added' }).click()
    await page.getByText('Found 1 id').waitFor()
    assert.equal(await page.getByLabel('Paste ids').inputValue(), ids[220])
  })

  it('waits when it is refused, and then retries', async t => {
    const { page, origin } = await open(t)
    const refusals = [429, 503]
    await intercept(page, '**/api/avatars/submit', async route => {
      const status = refusals.shift()
      if (status === undefined) return await route.continue()
      await route.fulfill({
        status,
        headers: { 'Retry-After': '1' },
        json: { error: 'Not now.', code: status === 429 ? 'rate_limited' : 'queue_full' },
      })
    })
    await page.goto(`${origin}/submit`)
    await page.getByLabel('Paste ids').fill(ids[200]!)
    await page.getByRole('button', { name: 'Submit 1' }).click()
    await page.getByText('The server cannot take them right now; 1 avatar to go.').waitFor()
    await page.getByText('1 in the index').waitFor()
  })
})
