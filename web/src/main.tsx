import './styles/tokens.css'
import './styles/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { createQueryClient } from './app/query-client.ts'
import { waitBeforeRefusals } from './lib/api.ts'
import { keepOfflinePage } from './lib/offline.ts'
import { takePageData } from './lib/page-data.ts'
import { restoreEntry } from './lib/wish.ts'
import { loadEnglishErrors } from './ui/english-errors.ts'

history.scrollRestoration = 'manual'
restoreEntry()
const queries = createQueryClient()
takePageData(queries)
waitBeforeRefusals(loadEnglishErrors)
createRoot(document.getElementById('root')!).render(<App queries={queries} />)
keepOfflinePage()
