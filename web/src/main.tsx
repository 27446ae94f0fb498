import './styles/tokens.css'
import './styles/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { createQueryClient } from './app/query-client.ts'
import { Refusal, setErrorTextsLoader } from './lib/api.ts'
import { ignoreUnintendedClicks } from './lib/clicks.ts'
import { takePageData } from './lib/page-data.ts'
import { restoreHistoryState } from './lib/wish.ts'
import { loadEnglishErrors } from './ui/english-errors.ts'

history.scrollRestoration = 'manual'
restoreHistoryState()
ignoreUnintendedClicks()
const queryClient = createQueryClient()
takePageData(queryClient)
setErrorTextsLoader(loadEnglishErrors)
createRoot(document.getElementById('root')!, { onCaughtError }).render(<App queryClient={queryClient} />)

/** The page itself explains failed loads, so the console is only for bugs. */
function onCaughtError(error: unknown): void {
  if (!(error instanceof Refusal)) console.error(error)
}
