import { Link } from 'wouter'
import FeedIcon from '~icons/lucide/rss'
import { hueOf, initialOf } from '../../lib/avatar.ts'
import { formatCount, listParts } from '../../lib/format.ts'
import { useSession } from '../../lib/session.ts'
import { useSettings } from '../../lib/settings.ts'
import buttons from '../../ui/button.module.css'
import { ExternalLink } from '../../ui/external-link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { type Creator, feedOf } from './api.ts'
import styles from './creator.module.css'
import { useCreatorTexts } from './texts.ts'

const MAX_SHOWN_NAMES = 5

/** The creator's names, totals and links, or a skeleton of the same size while they load. */
export function CreatorHead({ creator }: { creator: Creator | undefined }) {
  const texts = useCreatorTexts()
  const { openLinksInNewTab } = useSettings()
  const { creator: signedInCreator } = useSession()
  if (creator === undefined) return <Loading className={styles.head} heading="h1" />
  const { id, name, otherNames, profile, avatars, views, likes } = creator
  return (
    <header className={styles.head}>
      <span className={styles.face} style={{ '--hue': hueOf(id) } as object} aria-hidden="true">
        {initialOf(name)}
      </span>
      <div>
        <h1>
          <bdi>{name === '' ? texts.nameless : name}</bdi>
        </h1>
        {otherNames.length > 0 && <p className={styles.names}>{texts.knownAs(namesOf(otherNames))}</p>}
        <p className={styles.totals}>
          <span>{texts.avatars(<b className="num">{formatCount(avatars)}</b>, avatars)}</span>
          <span>{texts.views(<b className="num">{formatCount(views)}</b>)}</span>
          <span>{texts.likes(<b className="num">{formatCount(likes)}</b>, likes)}</span>
        </p>
      </div>
      <div className={styles.links}>
        {signedInCreator?.id === id && (
          <Link className={buttons.main} href="/studio">
            {texts.studio}
          </Link>
        )}
        {profile !== null && (
          <ExternalLink className={buttons.button} href={profile} opensNewTab={openLinksInNewTab}>
            {texts.profile}
          </ExternalLink>
        )}
        <a className={buttons.quiet} href={feedOf(id)}>
          <FeedIcon aria-hidden />
          {texts.feed}
        </a>
      </div>
    </header>
  )
}

function namesOf(names: readonly string[]) {
  return listParts(names.slice(0, MAX_SHOWN_NAMES)).map(({ type, value }, index) =>
    // The parts have no ids, and their order does not change.
    // biome-ignore lint/suspicious/noArrayIndexKey: the list is written as a whole
    type === 'literal' ? value : <bdi key={index}>{value}</bdi>,
  )
}
