import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { TypedRating } from '@avatary/contract/query-language'
import { LOCALES } from '../../../../server/src/kernel/appearance.ts'
import { searchPage } from '../../../../server/src/slices/site/search-page.ts'
import { readTagNames } from '../../../../server/src/slices/site/tag-names.ts'
import { readSearch } from '../../lib/url-state.ts'
import { minimumText } from '../../ui/minimum-text.ts'
import { en as enUi } from '../../ui/texts.en.ts'
import { texts as jaUi } from '../../ui/texts.ja.ts'
import { texts as koUi } from '../../ui/texts.ko.ts'
import { texts as zhUi } from '../../ui/texts.zh.ts'
import { nameOfSearch } from './search-name.ts'
import { en } from './texts.en.ts'
import { texts as ja } from './texts.ja.ts'
import { texts as ko } from './texts.ko.ts'
import { texts as zh } from './texts.zh.ts'

const TEXTS = { en, ja, ko, zh }
const UI_TEXTS = { en: enUi, ja: jaUi, ko: koUi, zh: zhUi }

const SEARCHES = [
  '',
  'q=red+fox&sort=name',
  'tag=cat,face_tracking&platform=quest',
  'author=Anna&q=%20fox%20&tag=author_tag_wolf',
  'platform=all&minPerformance=good',
  'q=fox&platform=pc&minPerformance=excellent',
  'minPerformance=very-poor',
  'platform=amiga&minPerformance=5&tag=&author=+',
]

it('the HTML of a search has the title that the site then gives it', async () => {
  const tagNames = await readTagNames()
  for (const locale of LOCALES)
    for (const rawQuery of SEARCHES) {
      const nameOf = tagNames[locale]
      const { title, author } = TEXTS[locale]
      const minPerformance = (rating: TypedRating) => minimumText(rating, UI_TEXTS[locale])
      const shown = title(nameOfSearch(readSearch(rawQuery), { author, tag: nameOf, minPerformance }))
      assert.equal(searchPage({ rawQuery, locale, nameOf }).facts.title, shown, rawQuery)
    }
})
