import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Avatar } from '../../lib/avatar.ts'
import { Shelf } from '../../ui/shelf.tsx'
import { moreByCreator, moreWithTag } from './api.ts'
import styles from './avatar.module.css'
import { useAvatarTexts } from './texts.ts'

/** Other avatars: by the same creator, and with the same tag. */
export function Related({ avatar }: { avatar: Avatar }) {
  const texts = useAvatarTexts()
  const byCreator = useQuery(moreByCreator(avatar)).data?.avatars ?? []
  const tag = avatar.aiTags[0] ?? avatar.tags.find(each => each.startsWith('author_tag_')) ?? ''
  const likeIt = useQuery({ ...moreWithTag(tag), enabled: tag !== '' }).data?.avatars ?? []
  const others = (avatars: readonly Avatar[]) => avatars.filter(({ id }) => id !== avatar.id)
  return (
    <>
      <Others title={texts.moreByCreator(<bdi>{avatar.authorName}</bdi>)} avatars={others(byCreator)} />
      <Others
        title={texts.moreLikeIt}
        avatars={others(likeIt).filter(({ authorId }) => authorId !== avatar.authorId)}
      />
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
