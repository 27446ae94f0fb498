import './styles/tokens.css'
import './styles/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { createQueryClient } from './app/query-client.ts'
import { Refusal, waitBeforeRefusals } from './lib/api.ts'
import { keepDisabledStill } from './lib/disabled.ts'
import { takePageData } from './lib/page-data.ts'
import { restoreEntry } from './lib/wish.ts'
import { loadEnglishErrors } from './ui/english-errors.ts'

history.scrollRestoration = 'manual'
restoreEntry()
keepDisabledStill()
const queries = createQueryClient()
takePageData(queries)
waitBeforeRefusals(loadEnglishErrors)
createRoot(document.getElementById('root')!, { onCaughtError }).render(<App queries={queries} />)

/** The page says why a part of it did not come; the console is for mistakes of its script. */
function onCaughtError(error: unknown): void {
  if (!(error instanceof Refusal)) console.error(error)
}
