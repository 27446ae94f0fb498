import { Dialog } from '../ui/dialog.tsx'
import { type PanelTexts, usePanelTexts } from './panel-texts.ts'
import styles from './shortcuts.module.css'

type Act = keyof PanelTexts['acts']

const SHORTCUTS: readonly (readonly [act: Act, ...keys: string[]])[] = [
  ['find', '/'],
  ['find', 'Ctrl', 'K'],
  ['suggestions', '↓'],
  ['move', '←', '↑', '↓', '→'],
  ['ends', 'Home', 'End'],
  ['page', 'Page Up', 'Page Down'],
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

/** The list of all keyboard shortcuts. */
export function ShortcutsContent({ close }: { close: () => void }) {
  const texts = usePanelTexts()
  return (
    <Dialog title={texts.keyboard} close={close}>
      <dl className={styles.shortcuts}>
        {SHORTCUTS.map(([act, ...keys]) => (
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
