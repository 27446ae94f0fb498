import { Link } from 'wouter'
import type { Answer } from '../../lib/api.ts'
import { type Avatar, PLATFORM_NAMES, type Platform } from '../../lib/avatar.ts'
import { formatCount } from '../../lib/format.ts'
import { formatDate } from '../../lib/format-times.ts'
import { useLive } from '../../lib/live/live-state.ts'
import { useSettings } from '../../lib/settings.ts'
import { searchAddress } from '../../lib/url-state.ts'
import type { WindowDays } from '../../ui/counters/counters.ts'
import { PerformanceBars } from '../../ui/performance.tsx'
import { useTagTexts } from '../../ui/tag-texts.ts'
import { useUiTexts } from '../../ui/texts.ts'
import { Acts } from './acts.tsx'
import styles from './avatar.module.css'
import { useAvatarTexts } from './texts.ts'

const PLATFORMS = Object.keys(PLATFORM_NAMES) as Platform[]

/** A number of usual width, which reserves the space of one that is still loading. */
const PLACEHOLDER_COUNT = 88

interface FactsProps {
  avatar: Avatar
  /** Undefined while loading. */
  numbers: Answer<'GET /insights/avatars/{id}'> | undefined
  days: WindowDays
}

/** Name, creator, buttons, platforms, counters, description and tags. */
export function Facts({ avatar, numbers, days }: FactsProps) {
  const texts = useAvatarTexts()
  const { name, authorId, authorName, description } = avatar
  return (
    <div>
      <h1>
        <bdi>{name}</bdi>
      </h1>
      <p className={styles.who}>
        {texts.by(
          <Link href={authorId === '' ? searchAddress({ author: authorName }) : `/creator/${authorId}`}>
            <bdi>{authorName}</bdi>
          </Link>,
        )}
        <span data-loading={numbers === undefined || undefined}>
          {` · ${texts.avatarsHere(numbers?.creatorAvatars ?? PLACEHOLDER_COUNT)}`}
        </span>
      </p>
      <Acts avatar={avatar} />
      <Platforms avatar={avatar} />
      <Counters avatar={avatar} numbers={numbers} days={days} />
      {description !== '' && (
        <p className={styles.text}>
          <bdi>{description}</bdi>
        </p>
      )}
      <Tags avatar={avatar} />
      <p className={styles.id}>{avatar.id}</p>
    </div>
  )
}

function Platforms({ avatar: { platforms, performance } }: { avatar: Avatar }) {
  const texts = useAvatarTexts()
  const { performance: ratings, notRated } = useUiTexts()
  return (
    <dl className={styles.platforms}>
      {PLATFORMS.map(platform => {
        const rating = performance[platform]
        const isSupported = platforms.includes(platform)
        return (
          <div key={platform} data-runs={isSupported}>
            <dt>
              {PLATFORM_NAMES[platform]}
              {isSupported && <PerformanceBars rating={rating} />}
            </dt>
            <dd>
              {!isSupported
                ? texts.doesNotRun
                : rating === undefined
                  ? notRated
                  : texts.performanceOf(ratings[rating])}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function Counters({ avatar, numbers, days }: FactsProps) {
  const texts = useAvatarTexts()
  const { views = avatar.views } = useLive(avatar.id)
  const rank = numbers === undefined ? PLACEHOLDER_COUNT : numbers.rank
  return (
    <p className={styles.counters}>
      <span className={styles.live}>{texts.views(<b className="num">{formatCount(views)}</b>)}</span>
      <span>{texts.added(<b>{formatDate(avatar.addedAt)}</b>)}</span>
      {rank !== null && (
        <span data-loading={numbers === undefined || undefined}>
          {texts.rank(<b className="num">{formatCount(rank)}</b>, Number(days))}
        </span>
      )}
    </p>
  )
}

/** Tags of the creator and from the vocabulary, without duplicates. */
function Tags({ avatar: { tags, aiTags } }: { avatar: Avatar }) {
  const texts = useAvatarTexts()
  const nameOf = useTagTexts()
  const { showAiTags } = useSettings()
  const tagByText = new Map([...(showAiTags ? aiTags : []), ...tags].map(tag => [nameOf(tag), tag]))
  if (tagByText.size === 0) return null
  return (
    <ul className={styles.tags} aria-label={texts.tags}>
      {[...tagByText].map(([text, tag]) => (
        <li key={tag}>
          <Link href={searchAddress({ tag })}>
            <bdi>{text}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  )
}
