import All from '~icons/lucide/check'
import Unlist from '~icons/lucide/list-minus'
import Relist from '~icons/lucide/list-plus'
import { formatCount } from '../../lib/format.ts'
import buttons from '../../ui/button.module.css'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { WriteButton } from '../../ui/write-button.tsx'
import { MAX_AVATARS } from './api.ts'
import { useStudioTexts } from './texts.ts'

interface StudioActsProps {
  count: number
  /** Number of avatars in the table, on all pages. */
  total: number
  selectAll: () => void
  setListed: (listed: boolean) => void
  end: () => void
}

/** Acts on the selected avatars. */
export function StudioActs({ count, total, selectAll, setListed, end }: StudioActsProps) {
  const texts = useStudioTexts()
  return (
    <SelectionBar name={texts.selected(formatCount(count))} endName={texts.deselect} end={end}>
      {count < Math.min(total, MAX_AVATARS) && (
        <button type="button" className={buttons.quiet} onClick={selectAll}>
          <All aria-hidden />
          {total > MAX_AVATARS ? texts.selectFirst(formatCount(MAX_AVATARS)) : texts.selectAll}
        </button>
      )}
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
