import { Dialog } from '../ui/dialog.tsx'
import styles from './demo.module.css'
import { usePanelTexts } from './panel-texts.ts'

/** The commands by which the operator of a server fills its catalog, which ends the demo. */
export function DemoHelp({ close }: { close: () => void }) {
  const { demo } = usePanelTexts()
  const commands = [
    [demo.importText, 'script/avatary import avatars.ndjson'],
    [demo.mirrorText, 'script/avatary mirror https://avatars.example/api'],
  ] as const
  return (
    <Dialog title={demo.title} close={close}>
      <p>{demo.text}</p>
      <dl className={styles.commands}>
        {commands.map(([text, command]) => (
          <div key={command}>
            <dt>{text}</dt>
            <dd>
              <code className={styles.command}>{command}</code>
            </dd>
          </div>
        ))}
      </dl>
      <p>{demo.more(<code>--help</code>)}</p>
      <p>
        {demo.offeredFormats} <a href="/docs/reference/catalog#allAvatars">{demo.reference}</a>
      </p>
    </Dialog>
  )
}
