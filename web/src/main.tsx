import './styles/tokens.css'
import './styles/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { createQueryClient } from './app/query-client.ts'
import { Refusal, waitBeforeRefusals } from './lib/api.ts'
import { blockClicks } from './lib/clicks.ts'
import { takePageData } from './lib/page-data.ts'
import { restoreEntry } from './lib/wish.ts'
import { loadEnglishErrors } from './ui/english-errors.ts'

history.scrollRestoration = 'manual'
restoreEntry()
blockClicks()
const queryClient = createQueryClient()
takePageData(queryClient)
waitBeforeRefusals(loadEnglishErrors)
createRoot(document.getElementById('root')!, { onCaughtError }).render(<App queryClient={queryClient} />)

/** The page itself explains failed loads, so the console is only for bugs. */
function onCaughtError(error: unknown): void {
  if (!(error instanceof Refusal)) console.error(error)
}
