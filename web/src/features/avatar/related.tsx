import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Avatar } from '../../lib/avatar.ts'
import { Shelf } from '../../ui/shelf.tsx'
import { moreByCreator, similarTo } from './api.ts'
import styles from './avatar.module.css'
import { useAvatarTexts } from './texts.ts'

/** Others by the same creator, and similar avatars. */
export function Related({ avatar }: { avatar: Avatar }) {
  const texts = useAvatarTexts()
  const byCreator = useQuery(moreByCreator(avatar)).data?.avatars ?? []
  const similar = useQuery(similarTo(avatar.id)).data?.avatars ?? []
  return (
    <>
      <Others
        title={texts.moreByCreator(<bdi>{avatar.authorName}</bdi>)}
        avatars={byCreator.filter(({ id }) => id !== avatar.id)}
      />
      <Others title={texts.moreLikeIt} avatars={similar} />
    </>
  )
}

function Others({ title, avatars }: { title: ReactNode; avatars: readonly Avatar[] }) {
  if (avatars.length === 0) return null
  return (
    <section>
      <div className={styles.heading}>
        <h2>{title}</h2>
      </div>
      <Shelf avatars={avatars} />
    </section>
  )
}
