import { Link } from 'wouter'
import Check from '~icons/lucide/check'
import Clock from '~icons/lucide/clock'
import Loader from '~icons/lucide/loader-circle'
import Close from '~icons/lucide/x'
import { formatCount } from '../../lib/format.ts'
import { Picture } from '../../ui/picture.tsx'
import names from '../../ui/row-name.module.css'
import type { Item } from './items.ts'
import styles from './submit.module.css'
import { useSubmitTexts } from './texts.ts'

const ICONS = { waiting: Clock, queued: Loader, indexed: Check, rejected: Close }

/** The avatars of the list, each with its state. */
export function ItemList({ items }: { items: readonly Item[] }) {
  const texts = useSubmitTexts()
  return (
    <ol className={styles.items} aria-label={texts.list}>
      {items.map(item => (
        <ItemRow key={item.id} item={item} />
      ))}
    </ol>
  )
}

function ItemRow({ item }: { item: Item }) {
  const Icon = ICONS[item.state]
  const avatar = item.state === 'indexed' ? item.avatar : undefined
  return (
    <li data-state={item.state}>
      {avatar === undefined ? <span className={styles.blank} /> : <Picture avatar={avatar} size="thumb" />}
      <span className={names.name}>
        {item.state === 'indexed' ? (
          <Link href={`/avatar/${item.id}`}>
            <bdi>{avatar?.name ?? item.id}</bdi>
          </Link>
        ) : (
          <code>{item.id}</code>
        )}
        {avatar !== undefined && <bdi>{avatar.authorName}</bdi>}
      </span>
      <span className={styles.state}>
        <Icon aria-hidden />
        <StateText item={item} />
      </span>
    </li>
  )
}

function StateText({ item }: { item: Item }) {
  const texts = useSubmitTexts()
  switch (item.state) {
    case 'waiting':
      return texts.waiting
    case 'queued':
      return texts.queued(item.position === null ? null : formatCount(item.position), item.etaSeconds)
    case 'indexed':
      return item.isNew ? texts.indexed : texts.alreadyHere
    case 'rejected':
      return texts.reasons[item.reason]
  }
}
