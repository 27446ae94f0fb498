import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Refusal } from '../../lib/api.ts'
import buttons from '../../ui/button.module.css'
import { ErrorState } from '../../ui/error-state.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Loading } from '../../ui/loading.tsx'
import rows from '../../ui/rows.module.css'
import { State } from '../../ui/state.tsx'
import { configurationOf, type Guild, guilds } from './api.ts'
import styles from './discord.module.css'
import { ServerSettings } from './server-settings.tsx'
import { useDiscordTexts } from './texts.ts'

/** The servers that the person administers; one of them is expanded. */
export function Servers() {
  const texts = useDiscordTexts()
  const [selectedId, setSelectedId] = useState<string | null>(null)
  return (
    <section>
      <h2>{texts.servers}</h2>
      <p className={styles.text}>{texts.serversText}</p>
      <Loaded query={guilds}>
        {answer => {
          const selectedGuild = answer.guilds.find(({ id }) => id === selectedId) ?? answer.guilds[0]
          if (selectedGuild === undefined) return <p className={styles.none}>{texts.noServers}</p>
          return (
            <>
              <div className={styles.servers}>
                {answer.guilds.map(({ id, name, owner }) => (
                  <button
                    type="button"
                    key={id}
                    aria-pressed={id === selectedGuild.id}
                    onClick={() => setSelectedId(id)}
                  >
                    <bdi>{name}</bdi>
                    <small>{owner ? texts.owner : texts.administrator}</small>
                  </button>
                ))}
              </div>
              <Server key={selectedGuild.id} guild={selectedGuild} />
            </>
          )
        }}
      </Loaded>
    </section>
  )
}

function Server({ guild }: { guild: Guild }) {
  const texts = useDiscordTexts()
  const { data, error, refetch, isFetching } = useQuery(configurationOf(guild.id))
  const lookAgainButton = (
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
        {lookAgainButton}
      </State>
    )
  if (data === undefined && error !== null) return <ErrorState error={error} retry={() => void refetch()} />
  if (data === undefined) return <Loading className={rows.loading} />
  if (data.invite !== null)
    return (
      <State title={texts.botAbsent} text={texts.inviteText}>
        <ExternalLink className={buttons.main} href={data.invite} opensNewTab>
          {texts.invite}
        </ExternalLink>
        {lookAgainButton}
      </State>
    )
  return <ServerSettings configuration={data} />
}
