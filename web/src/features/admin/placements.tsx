import { useState } from 'react'
import { ask, type Input } from '../../lib/api.ts'
import { formatCount } from '../../lib/format.ts'
import { formatDate } from '../../lib/format-times.ts'
import buttons from '../../ui/button.module.css'
import rows from '../../ui/rows.module.css'
import { WriteButton } from '../../ui/write-button.tsx'
import styles from './admin.module.css'
import { type Placement, placements, useAct } from './api.ts'
import { calendarAround, type Interval } from './calendar.ts'
import { Listing, Row } from './listing.tsx'
import { PlacementForm } from './placement-form.tsx'
import { useAdminTexts } from './texts.ts'

type Settings = Input<'PATCH /admin/placements/{id}'>['body']
type NewPlacement = Input<'POST /admin/placements'>['body']

const add = (body: NewPlacement) => ask('POST /admin/placements', { body })
const change = (id: number, body: Settings) =>
  ask('PATCH /admin/placements/{id}', { params: { id: String(id) }, body })
const remove = (id: number) => ask('DELETE /admin/placements/{id}', { params: { id: String(id) } })

/** All placements with a calendar, and the forms that add and change them. */
export function Placements() {
  const texts = useAdminTexts()
  const act = useAct()
  const [open, setOpen] = useState<Placement | 'new' | null>(null)
  const calendar = calendarAround(Date.now())
  const close = () => setOpen(null)
  const addPlacement = async (subject: string, { endsAt, ...settings }: Settings) => {
    const newPlacement: { id?: number } = {}
    const isDone = await act({
      done: texts.placed(settings.name ?? subject),
      run: async () => {
        newPlacement.id = (await add({ subject, ...settings, ...(endsAt && { endsAt }) })).placement.id
      },
      undo: async () => newPlacement.id !== undefined && (await remove(newPlacement.id)),
    })
    if (isDone) close()
  }
  const edit = async (before: Placement, settings: Settings) => {
    const isDone = await act({
      done: texts.changed(nameOf(before)),
      run: () => change(before.id, settings),
      undo: () => change(before.id, settingsOf(before)),
    })
    if (isDone) close()
  }
  const takeAway = (placement: Placement) =>
    act({
      done: texts.removed(nameOf(placement)),
      run: () => remove(placement.id),
      undo: () => add({ subject: placement.subject, ...settingsOf(placement) }),
    })
  return (
    <>
      <Listing
        query={placements}
        text={texts.placementsText}
        emptyText={texts.noPlacements}
        form={
          <button type="button" className={buttons.main} onClick={() => setOpen('new')}>
            {texts.place}
          </button>
        }
      >
        {answer => (
          <>
            <li className={styles.axis}>
              <span className="num">{formatDate(calendar.from)}</span>
              <span className="visually-hidden">
                {texts.calendar(formatDate(calendar.from), formatDate(calendar.until))}
              </span>
              <span className="num">{formatDate(calendar.until)}</span>
            </li>
            {answer.placements.map(placement => (
              <Row
                key={placement.id}
                title={<bdi>{nameOf(placement)}</bdi>}
                acts={
                  <>
                    <button
                      type="button"
                      className={buttons.button}
                      aria-label={texts.editPlacement(nameOf(placement))}
                      onClick={() => setOpen(placement)}
                    >
                      {texts.edit}
                    </button>
                    <WriteButton
                      className={buttons.quiet}
                      aria-label={texts.removeName(nameOf(placement))}
                      onClick={() => void takeAway(placement)}
                    >
                      {texts.remove}
                    </WriteButton>
                  </>
                }
              >
                <Facts placement={placement} />
                <CalendarLine
                  interval={calendar.intervalOf(placement)}
                  todayPosition={calendar.todayPosition}
                  state={placement.state}
                />
              </Row>
            ))}
          </>
        )}
      </Listing>
      {open !== null && (
        <PlacementForm
          placement={open === 'new' ? null : open}
          close={close}
          onSubmit={(settings, subject) =>
            void (open === 'new' ? addPlacement(subject, settings) : edit(open, settings))
          }
        />
      )}
    </>
  )
}

function Facts({ placement }: { placement: Placement }) {
  const texts = useAdminTexts()
  const { state, weight, startsAt, endsAt, shown } = placement
  const from = formatDate(startsAt)
  return (
    <>
      <span className={rows.mark}>{texts.states[state]}</span>
      <small>
        {texts.weightOf(formatCount(weight))} ·{' '}
        {endsAt === null ? texts.openEnd(from) : texts.span(from, formatDate(endsAt))}
      </small>
      {state === 'running' && !shown && <small className={styles.bad}>{texts.hiddenNow}</small>}
    </>
  )
}

/** Shows a placement as a bar over the days; the text beside it contains the same information. */
function CalendarLine({
  interval,
  todayPosition,
  state,
}: {
  interval: Interval | null
  todayPosition: number
  state: Placement['state']
}) {
  return (
    <span className={styles.calendar} aria-hidden="true">
      {interval !== null && (
        <span
          data-state={state}
          style={{ insetInlineStart: percent(interval.start), width: percent(interval.end - interval.start) }}
        />
      )}
      <i style={{ insetInlineStart: percent(todayPosition) }} />
    </span>
  )
}

function percent(share: number): string {
  return `${share * 100}%`
}

function nameOf({ name, subject }: Placement): string {
  return name === '' ? subject : name
}

/** The settings that a change may include: an avatar's name and picture come from the catalog. */
function settingsOf({ kind, weight, startsAt, endsAt, ...details }: Placement): Settings {
  const { name, description, imageUrl, url } = details
  const times = { weight, startsAt, endsAt }
  return kind === 'avatar' ? times : { ...times, name, description, imageUrl, url }
}
