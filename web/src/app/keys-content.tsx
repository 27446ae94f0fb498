import { Dialog } from '../ui/dialog.tsx'
import styles from './keys.module.css'
import { type PanelTexts, usePanelTexts } from './panel-texts.ts'
import { PAGE_ROUTES } from './routes.ts'

type Act = keyof PanelTexts['acts']

const KEYS: readonly (readonly [act: Act, ...keys: string[]])[] = [
  ['find', '/'],
  ['find', 'Ctrl', 'K'],
  ['suggestions', '↓'],
  ['move', '←', '↑', '↓', '→'],
  ['open', 'Enter'],
  ['save', 's'],
  ['like', 'l'],
  ['copy', 'c'],
  ['group', 'm'],
  ['choose', 'x'],
  ['order', 'Alt', '←', '→'],
  ['undo', 'z'],
  ['previous', '['],
  ['next', ']'],
  ['goSearch', 'g', 's'],
  ['goInsights', 'g', 'i'],
  ['goSubmit', 'g', 'u'],
  ['goSaved', 'g', 'f'],
  ['goAccount', 'g', 'a'],
  ['keys', '?'],
  ['leave', 'Esc'],
]

/** For acts that exist only on certain pages: those pages. */
const PAGES: Partial<Record<Act, string>> = {
  goInsights: '/insights',
  goSubmit: '/submit',
  goSaved: '/saved',
}

const isThere = (act: Act) => {
  const path = PAGES[act]
  return path === undefined || PAGE_ROUTES.some(route => route.path === path)
}

/** The list of all keyboard shortcuts. */
export function KeysContent({ close }: { close: () => void }) {
  const texts = usePanelTexts()
  return (
    <Dialog title={texts.keyboard} close={close}>
      <dl className={styles.keys}>
        {KEYS.filter(([act]) => isThere(act)).map(([act, ...keys]) => (
          <div key={keys.join()}>
            <dt>
              {keys.map(key => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{texts.acts[act]}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{texts.keysNote}</p>
    </Dialog>
  )
}
