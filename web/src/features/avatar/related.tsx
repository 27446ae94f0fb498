import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Avatar } from '../../lib/avatar.ts'
import { Shelf } from '../../ui/shelf.tsx'
import { moreByCreator, similarAvatars } from './api.ts'
import styles from './avatar.module.css'
import { useAvatarTexts } from './texts.ts'

/** Shelves of other avatars by the same creator, and of similar avatars. */
export function Related({ avatar }: { avatar: Avatar }) {
  const texts = useAvatarTexts()
  const byCreator = useQuery(moreByCreator(avatar)).data?.avatars ?? []
  const avatarsLikeIt = useQuery(similarAvatars(avatar.id)).data?.avatars ?? []
  return (
    <>
      <AvatarShelf
        title={texts.moreByCreator(<bdi>{avatar.authorName}</bdi>)}
        avatars={byCreator.filter(({ id }) => id !== avatar.id)}
      />
      <AvatarShelf title={texts.moreLikeIt} avatars={avatarsLikeIt} />
    </>
  )
}

/** A shelf with its heading; nothing without avatars. */
function AvatarShelf({ title, avatars }: { title: ReactNode; avatars: readonly Avatar[] }) {
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
