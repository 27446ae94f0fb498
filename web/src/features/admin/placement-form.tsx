import { useState } from 'react'
import type { Input } from '../../lib/api.ts'
import buttons from '../../ui/button.module.css'
import { Dialog, focusFirst } from '../../ui/dialog.tsx'
import forms from '../../ui/form.module.css'
import { useUiTexts } from '../../ui/texts.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { WriteButton } from '../../ui/write-button.tsx'
import styles from './admin.module.css'
import type { Placement } from './api.ts'
import { subjectIdOf } from './subject-id.ts'
import { useAdminTexts } from './texts.ts'

type PlacementSettings = Input<'PATCH /admin/placements/{id}'>['body']

interface PlacementFormProps {
  /** Null for a new placement. */
  placement: Placement | null
  close: () => void
  /** @param subject the avatar or group of a new placement. */
  onSubmit: (settings: PlacementSettings, subject: string) => Promise<void>
}

const GROUP_ID_START = /grp_/i

/** A form for the settings of a placement; those of a group are shown only for groups. */
export function PlacementForm({ placement, close, onSubmit }: PlacementFormProps) {
  const texts = useAdminTexts()
  const { cancel, keep } = useUiTexts()
  const [subject, setSubject] = useState(placement?.subject ?? '')
  const isGroup = GROUP_ID_START.test(subject)
  const submit = useSubmit(({ currentTarget }) =>
    onSubmit(settingsFrom(new FormData(currentTarget), isGroup), subjectIdOf(subject)),
  )
  return (
    <Dialog
      title={placement === null ? texts.place : texts.editPlacement(placement.name || placement.subject)}
      close={close}
    >
      <form className={`${forms.form} ${styles.placement}`} onSubmit={submit}>
        {placement === null && (
          <label>
            {texts.placedThing}
            <input
              ref={focusFirst}
              required
              maxLength={300}
              autoComplete="off"
              spellCheck={false}
              value={subject}
              onChange={event => setSubject(event.currentTarget.value)}
            />
          </label>
        )}
        <label>
          {texts.weight}
          <input
            name="weight"
            type="number"
            required
            min={0}
            max={1_000_000}
            defaultValue={placement?.weight ?? 10}
          />
        </label>
        <label>
          {texts.from}
          <input
            name="startsAt"
            type="datetime-local"
            defaultValue={localTimeOf(placement?.startsAt ?? null)}
          />
        </label>
        <label>
          {texts.until}
          <input name="endsAt" type="datetime-local" defaultValue={localTimeOf(placement?.endsAt ?? null)} />
        </label>
        {isGroup && <GroupFields placement={placement} />}
        <div className={forms.end}>
          <button type="button" className={buttons.button} onClick={close}>
            {cancel}
          </button>
          <WriteButton type="submit" className={buttons.main}>
            {placement === null ? texts.place : keep}
          </WriteButton>
        </div>
      </form>
    </Dialog>
  )
}

function GroupFields({ placement }: { placement: Placement | null }) {
  const texts = useAdminTexts()
  const urlFields = [
    ['imageUrl', texts.groupPicture],
    ['url', texts.groupPage],
  ] as const
  return (
    <fieldset>
      <legend>{texts.groupOnly}</legend>
      <label>
        {texts.groupName}
        <input name="name" required maxLength={100} defaultValue={placement?.name ?? ''} />
      </label>
      <label>
        {texts.groupText}
        <textarea name="description" rows={3} maxLength={1000} defaultValue={placement?.description ?? ''} />
      </label>
      {urlFields.map(([name, label]) => (
        <label key={name}>
          {label}
          <input
            name={name}
            type="url"
            pattern="https://.*"
            maxLength={1000}
            defaultValue={placement?.[name] ?? ''}
          />
        </label>
      ))}
    </fieldset>
  )
}

function settingsFrom(data: FormData, isGroup: boolean): PlacementSettings {
  const textOf = (name: string) => String(data.get(name) ?? '').trim()
  const startsAt = momentOf(textOf('startsAt'))
  const settings = {
    weight: Number(textOf('weight')),
    ...(startsAt !== null && { startsAt }),
    endsAt: momentOf(textOf('endsAt')),
  }
  if (!isGroup) return settings
  return {
    ...settings,
    name: textOf('name'),
    description: textOf('description'),
    imageUrl: textOf('imageUrl'),
    url: textOf('url'),
  }
}

/** Converts the value of a `datetime-local` field, which is in local time; null when it is empty. */
function momentOf(text: string): string | null {
  return text === '' ? null : new Date(text).toISOString()
}

/** Formats a moment as the value of a `datetime-local` field. */
function localTimeOf(moment: string | null): string {
  if (moment === null) return ''
  const date = new Date(moment)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
