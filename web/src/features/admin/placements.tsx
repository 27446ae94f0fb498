import { useState } from 'react'
import { ask, type Input } from '../../lib/api.ts'
import { formatCount } from '../../lib/format.ts'
import { formatDate } from '../../lib/format-times.ts'
import buttons from '../../ui/button.module.css'
import rows from '../../ui/rows.module.css'
import { WriteButton } from '../../ui/write-button.tsx'
import styles from './admin.module.css'
import { AdminList, AdminRow } from './admin-list.tsx'
import { type Placement, placements, useAct } from './api.ts'
import { calendarAround, type Interval } from './calendar.ts'
import { PlacementForm } from './placement-form.tsx'
import { useAdminTexts } from './texts.ts'

type PlacementSettings = Input<'PATCH /admin/placements/{id}'>['body']
type NewPlacement = Input<'POST /admin/placements'>['body']

const add = (body: NewPlacement) => ask('POST /admin/placements', { body })
const change = (id: number, body: PlacementSettings) =>
  ask('PATCH /admin/placements/{id}', { params: { id: String(id) }, body })
const remove = (id: number) => ask('DELETE /admin/placements/{id}', { params: { id: String(id) } })

/** All placements with a calendar, and the forms that add and change them. */
export function Placements() {
  const texts = useAdminTexts()
  const act = useAct()
  const [editedPlacement, setEditedPlacement] = useState<Placement | 'new' | null>(null)
  const calendar = calendarAround(Date.now())
  const close = () => setEditedPlacement(null)
  const addPlacement = async (subject: string, { endsAt, ...settings }: PlacementSettings) => {
    let newId: number | undefined
    const isDone = await act({
      doneText: texts.placed(settings.name ?? subject),
      run: async () => {
        newId = (await add({ subject, ...settings, ...(endsAt && { endsAt }) })).placement.id
      },
      undo: async () => newId !== undefined && (await remove(newId)),
    })
    if (isDone) close()
  }
  const edit = async (placement: Placement, settings: PlacementSettings) => {
    const isDone = await act({
      doneText: texts.changed(nameOf(placement)),
      run: () => change(placement.id, settings),
      undo: () => change(placement.id, settingsOf(placement)),
    })
    if (isDone) close()
  }
  const removePlacement = (placement: Placement) =>
    act({
      doneText: texts.removed(nameOf(placement)),
      run: () => remove(placement.id),
      undo: () => add({ subject: placement.subject, ...settingsOf(placement) }),
    })
  return (
    <>
      <AdminList
        query={placements}
        text={texts.placementsText}
        emptyText={texts.noPlacements}
        form={
          <button type="button" className={buttons.main} onClick={() => setEditedPlacement('new')}>
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
              <AdminRow
                key={placement.id}
                title={<bdi>{nameOf(placement)}</bdi>}
                acts={
                  <>
                    <button
                      type="button"
                      className={buttons.button}
                      aria-label={texts.editPlacement(nameOf(placement))}
                      onClick={() => setEditedPlacement(placement)}
                    >
                      {texts.edit}
                    </button>
                    <WriteButton
                      className={buttons.quiet}
                      aria-label={texts.removeName(nameOf(placement))}
                      onClick={() => void removePlacement(placement)}
                    >
                      {texts.remove}
                    </WriteButton>
                  </>
                }
              >
                <PlacementFacts placement={placement} />
                <CalendarLine
                  interval={calendar.intervalOf(placement)}
                  todayPosition={calendar.todayPosition}
                  state={placement.state}
                />
              </AdminRow>
            ))}
          </>
        )}
      </AdminList>
      {editedPlacement !== null && (
        <PlacementForm
          placement={editedPlacement === 'new' ? null : editedPlacement}
          close={close}
          onSubmit={(settings, subject) =>
            editedPlacement === 'new' ? addPlacement(subject, settings) : edit(editedPlacement, settings)
          }
        />
      )}
    </>
  )
}

function PlacementFacts({ placement }: { placement: Placement }) {
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
function settingsOf({ kind, weight, startsAt, endsAt, ...placement }: Placement): PlacementSettings {
  const { name, description, imageUrl, url } = placement
  const settings = { weight, startsAt, endsAt }
  return kind === 'avatar' ? settings : { ...settings, name, description, imageUrl, url }
}
