import { type SyntheticEvent, useState } from 'react'
import { type Avatar, hueOf, pictureOf, sensitiveTag } from '../lib/avatar.ts'
import { usePreferences } from '../lib/preferences.ts'
import styles from './picture.module.css'
import { useUiTexts } from './texts.ts'

type PictureOf = Pick<Avatar, 'id' | 'name' | 'imageUrl' | 'tags'>

interface PictureProps {
  avatar: PictureOf
  /** Width of the file in pixels. */
  width: 256 | 512
  /** True for pictures of the first screen, which load before others. */
  isFirst?: boolean
}

/** An avatar's picture: 4:3, an initial where there is none, blurred when it is sensitive. */
export function Picture({ avatar, width, isFirst = false }: PictureProps) {
  const texts = useUiTexts()
  const [{ sensitive }] = usePreferences()
  const [failed, setFailed] = useState(false)
  const tag = sensitive ? null : sensitiveTag(avatar)
  if (failed || avatar.imageUrl === '') return <Initial avatar={avatar} />
  return (
    <span className={styles.picture}>
      <img
        src={pictureOf(avatar, width)}
        alt=""
        width="4"
        height="3"
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
        data-blurred={tag !== null || undefined}
        onLoad={showsTop}
        onError={() => setFailed(true)}
      />
      {tag !== null && <span className={styles.reason}>{texts.sensitive[tag]}</span>}
    </span>
  )
}

/** Square pictures are cut at the top eighth, where faces are. */
function showsTop({ currentTarget: image }: SyntheticEvent<HTMLImageElement>): void {
  if (image.naturalHeight >= image.naturalWidth) image.dataset.square = ''
}

function Initial({ avatar: { id, name } }: { avatar: PictureOf }) {
  return (
    <span className={styles.picture} data-initial style={{ '--hue': hueOf(id) } as object} aria-hidden="true">
      {[...name.trim()][0] ?? '?'}
    </span>
  )
}
