import type { GroupIcon as IconName } from '@avatary/contract/account'
import { useState } from 'react'
import buttons from '../../ui/button.module.css'
import { Dialog, focusFirst } from '../../ui/dialog.tsx'
import forms from '../../ui/form.module.css'
import { useUiTexts } from '../../ui/texts.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { WriteButton } from '../../ui/write-button.tsx'
import type { Group } from './api.ts'
import { GroupIcon, ICON_NAMES } from './group-icon.tsx'
import styles from './saved.module.css'
import { useSavedTexts } from './texts.ts'

const MAX_NAME_LENGTH = 40

interface GroupDialogProps {
  /** Null creates a new group. */
  group: Group | null
  close: () => void
  /** Resolves to false when the server refused. */
  apply: (name: string, icon: IconName) => Promise<boolean>
  remove?: () => void
}

/** A dialog for the name and icon of a group. */
export function GroupDialog({ group, close, apply, remove }: GroupDialogProps) {
  const texts = useSavedTexts()
  const uiTexts = useUiTexts()
  const [icon, setIcon] = useState<IconName>(group?.icon ?? 'star')
  const submit = useSubmit(async ({ currentTarget }) => {
    const name = String(new FormData(currentTarget).get('name')).trim()
    if (name !== '' && (await apply(name, icon))) close()
  })
  return (
    <Dialog title={group === null ? uiTexts.newGroup : texts.editGroup(group.name)} close={close}>
      <form className={forms.form} onSubmit={submit}>
        <label>
          {texts.groupName}
          <input
            name="name"
            required
            maxLength={MAX_NAME_LENGTH}
            autoComplete="off"
            defaultValue={group?.name ?? ''}
            ref={focusFirst}
          />
        </label>
        <fieldset className={styles.icons}>
          <legend>{texts.groupIcon}</legend>
          {ICON_NAMES.map(name => (
            <label key={name} title={texts.icons[name]}>
              <input
                type="radio"
                name="icon"
                aria-label={texts.icons[name]}
                checked={name === icon}
                onChange={() => setIcon(name)}
              />
              <GroupIcon name={name} />
            </label>
          ))}
        </fieldset>
        <div className={forms.end}>
          {remove !== undefined && (
            <WriteButton
              className={buttons.quiet}
              title={texts.deleteGroupText}
              onClick={() => {
                close()
                remove()
              }}
            >
              {texts.deleteGroup}
            </WriteButton>
          )}
          <WriteButton type="submit" className={buttons.main}>
            {group === null ? texts.create : uiTexts.keep}
          </WriteButton>
        </div>
      </form>
    </Dialog>
  )
}
