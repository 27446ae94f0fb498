import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Refusal } from '../../lib/api.ts'
import buttons from '../../ui/button.module.css'
import { ErrorState } from '../../ui/error-state.tsx'
import { Loading } from '../../ui/loading.tsx'
import { NewTabNote } from '../../ui/new-tab-note.tsx'
import rows from '../../ui/rows.module.css'
import { State } from '../../ui/state.tsx'
import { configurationOf, type Guild, guilds } from './api.ts'
import styles from './discord.module.css'
import { ServerSettings } from './server-settings.tsx'
import { useDiscordTexts } from './texts.ts'

/** The servers that the person administers; one of them is expanded. */
export function Servers() {
  const texts = useDiscordTexts()
  const { data, error, refetch } = useQuery(guilds)
  const [chosen, setChosen] = useState<string | null>(null)
  const open = data?.guilds.find(({ id }) => id === chosen) ?? data?.guilds[0]
  return (
    <section>
      <h2>{texts.servers}</h2>
      <p className={styles.text}>{texts.serversText}</p>
      {data === undefined && error !== null && <ErrorState error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Loading className={rows.loading} />}
      {data?.guilds.length === 0 && <p className={styles.none}>{texts.noServers}</p>}
      {data !== undefined && (
        <div className={styles.servers}>
          {data.guilds.map(guild => (
            <button
              type="button"
              key={guild.id}
              aria-pressed={guild.id === open?.id}
              onClick={() => setChosen(guild.id)}
            >
              <bdi>{guild.name}</bdi>
              <small>{guild.owner ? texts.owner : texts.administrator}</small>
            </button>
          ))}
        </div>
      )}
      {open !== undefined && <Server key={open.id} guild={open} />}
    </section>
  )
}

function Server({ guild }: { guild: Guild }) {
  const texts = useDiscordTexts()
  const { data, error, refetch, isFetching } = useQuery(configurationOf(guild.id))
  const lookAgain = (
    <button
      type="button"
      className={buttons.button}
      aria-disabled={isFetching}
      onClick={() => void refetch()}
    >
      {texts.again}
    </button>
  )
  if (error instanceof Refusal && error.status === 403)
    return (
      <State title={texts.noRightTitle} text={texts.noRightText}>
        {lookAgain}
      </State>
    )
  if (data === undefined && error !== null) return <ErrorState error={error} retry={() => void refetch()} />
  if (data === undefined) return <Loading className={rows.loading} />
  if (data.invite !== null)
    return (
      <State title={texts.botAbsent} text={texts.inviteText}>
        <a className={buttons.main} href={data.invite} target="_blank" rel="noreferrer">
          {texts.invite}
          <NewTabNote />
        </a>
        {lookAgain}
      </State>
    )
  return <ServerSettings configuration={data} />
}
