import buttons from '../../ui/button.module.css'
import forms from '../../ui/form.module.css'
import { useSubmit } from '../../ui/use-submit.ts'
import { WriteButton } from '../../ui/write-button.tsx'

interface AddFormProps {
  fields: readonly {
    readonly name: string
    readonly label: string
    readonly isRequired?: boolean
    readonly maxLength: number
  }[]
  submitText: string
  /** Resolves to true on success; the fields are then cleared. */
  onSubmit: (values: Readonly<Record<string, string>>) => Promise<boolean>
}

/** A row of fields whose values are added to a list. */
export function AddForm({ fields, submitText, onSubmit }: AddFormProps) {
  const send = useSubmit(async ({ currentTarget: form }) => {
    const data = new FormData(form)
    const values = fields.map(({ name }) => [name, String(data.get(name) ?? '').trim()] as const)
    if (await onSubmit(Object.fromEntries(values))) form.reset()
  })
  return (
    <form className={forms.inline} onSubmit={send}>
      {fields.map(({ name, label, isRequired = false, maxLength }) => (
        <label key={name}>
          {label}
          <input
            name={name}
            required={isRequired}
            maxLength={maxLength}
            autoComplete="off"
            spellCheck={false}
          />
        </label>
      ))}
      <WriteButton type="submit" className={buttons.main}>
        {submitText}
      </WriteButton>
    </form>
  )
}
