import { Dialog } from '../ui/dialog.tsx'
import styles from './demo.module.css'
import { usePanelTexts } from './panel-texts.ts'

/** The commands by which the operator of a server fills its catalog, which ends the demo. */
export function DemoHelp({ close }: { close: () => void }) {
  const { demo } = usePanelTexts()
  const ways = [
    [demo.importText, 'script/avatary import avatars.ndjson', 'docs/import.md'],
    [demo.mirrorText, 'script/avatary mirror https://avatars.example/api', 'docs/mirror.md'],
  ] as const
  return (
    <Dialog title={demo.title} close={close}>
      <p>{demo.text}</p>
      <dl className={styles.ways}>
        {ways.map(([text, command, document]) => (
          <div key={command}>
            <dt>{text}</dt>
            <dd>
              <code className={styles.command}>{command}</code>
              <small>
                {demo.more} <code>{document}</code>
              </small>
            </dd>
          </div>
        ))}
      </dl>
      <p>
        {demo.formats} <a href="/docs#allAvatars">{demo.reference}</a>
      </p>
    </Dialog>
  )
}
