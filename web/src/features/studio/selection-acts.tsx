import Unlist from '~icons/lucide/list-minus'
import Relist from '~icons/lucide/list-plus'
import buttons from '../../ui/button.module.css'
import { SelectionBar, type SelectionBarProps } from '../../ui/selection-bar.tsx'
import { WriteButton } from '../../ui/write-button.tsx'
import { MAX_AVATARS } from './api.ts'
import { useStudioTexts } from './texts.ts'

interface SelectionActsProps extends Pick<SelectionBarProps, 'count' | 'total' | 'selectAll' | 'end'> {
  setListed: (listed: boolean) => void
}

export function SelectionActs({ setListed, ...bar }: SelectionActsProps) {
  const texts = useStudioTexts()
  return (
    <SelectionBar maxCount={MAX_AVATARS} endName={texts.deselect} {...bar}>
      <WriteButton className={buttons.main} onClick={() => setListed(false)}>
        <Unlist aria-hidden />
        {texts.unlist}
      </WriteButton>
      <WriteButton className={buttons.button} onClick={() => setListed(true)}>
        <Relist aria-hidden />
        {texts.relist}
      </WriteButton>
    </SelectionBar>
  )
}
