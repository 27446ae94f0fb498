import type { ReactNode } from 'react'
import { useScrollMemory } from '../../lib/scroll.ts'
import { useTitle } from '../../lib/title.ts'
import { SectionLinks } from '../../ui/section-links.tsx'
import styles from './admin.module.css'
import { Applications } from './applications.tsx'
import { Audit } from './audit.tsx'
import { Blocks } from './blocks.tsx'
import { Health } from './health.tsx'
import { OptOuts } from './opt-outs.tsx'
import { Placements } from './placements.tsx'
import { Reports } from './reports.tsx'
import { Staff } from './staff.tsx'
import { type AdminTexts, useAdminTexts } from './texts.ts'

type SectionName = keyof AdminTexts['section']

const SECTIONS: Readonly<Record<SectionName, () => ReactNode>> = {
  reports: Reports,
  blocks: Blocks,
  'opt-outs': OptOuts,
  audit: Audit,
  placements: Placements,
  staff: Staff,
  applications: Applications,
  health: Health,
}

interface AdminPageProps {
  /** The last segment of the path. */
  id: string
  /** Shown at addresses that are not a section. */
  fallback: ReactNode
}

/** The pages for operators, which only administrators can use. */
export function AdminPage({ id, fallback }: AdminPageProps) {
  const texts = useAdminTexts()
  const sectionNames = Object.keys(SECTIONS) as SectionName[]
  const sectionName = sectionNames.find(name => name === id)
  useTitle(texts.title(texts.section[sectionName ?? 'reports']))
  useScrollMemory(true)
  if (sectionName === undefined) return fallback
  const Section = SECTIONS[sectionName]
  return (
    <div className={styles.admin}>
      <SectionLinks
        label={texts.sections}
        names={texts.section}
        current={sectionName}
        addressOf={name => `/admin/${name}`}
      />
      <h1>{texts.section[sectionName]}</h1>
      <Section />
    </div>
  )
}
