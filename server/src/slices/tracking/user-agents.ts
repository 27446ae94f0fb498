import { PEOPLES_PROGRAMS } from '@avatary/contract/counting'
import type { Device } from '@avatary/contract/tracking'
import { parse } from 'bowser'
import { isbot } from 'isbot'

/** Headsets name themselves beside an ordinary mobile browser, so they are looked for first. */
const VR = /OculusBrowser|\bQuest\b|PicoBrowser|Pico Neo|\bPico \d|Wolvic|Mobile VR|VivePort|Firefox Reality/i
/** Of which the parser tells no family. */
const CHROME_OS = /\bCrOS\b/

const FAMILIES: Readonly<Record<string, Device>> = {
  desktop: 'desktop',
  mobile: 'mobile',
  tablet: 'tablet',
}

/** Programs that visit by themselves. */
export function isBot(userAgent: string): boolean {
  return isbot(userAgent) && !PEOPLES_PROGRAMS.some(name => userAgent.startsWith(name))
}

/** The device family; null for what is none of them, or no browser at all. */
export function deviceOf(userAgent: string): Device | null {
  if (userAgent === '') return null
  if (VR.test(userAgent)) return 'vr'
  if (CHROME_OS.test(userAgent)) return 'desktop'
  return FAMILIES[parse(userAgent).platform.type ?? ''] ?? null
}
