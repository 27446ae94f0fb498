import type { GroupIcon as IconName } from '@avatary/contract/account'
import type { ComponentType, SVGProps } from 'react'
import Bookmark from '~icons/lucide/bookmark'
import Bot from '~icons/lucide/bot'
import Cat from '~icons/lucide/cat'
import Crown from '~icons/lucide/crown'
import Dog from '~icons/lucide/dog'
import Flame from '~icons/lucide/flame'
import Folder from '~icons/lucide/folder'
import Gamepad from '~icons/lucide/gamepad-2'
import Ghost from '~icons/lucide/ghost'
import Heart from '~icons/lucide/heart'
import Moon from '~icons/lucide/moon'
import Music from '~icons/lucide/music'
import Shirt from '~icons/lucide/shirt'
import Sparkles from '~icons/lucide/sparkles'
import Star from '~icons/lucide/star'
import Wand from '~icons/lucide/wand-sparkles'

const ICONS: Readonly<Record<IconName, ComponentType<SVGProps<SVGSVGElement>>>> = {
  star: Star,
  heart: Heart,
  bookmark: Bookmark,
  folder: Folder,
  sparkles: Sparkles,
  crown: Crown,
  flame: Flame,
  moon: Moon,
  ghost: Ghost,
  cat: Cat,
  dog: Dog,
  bot: Bot,
  music: Music,
  gamepad: Gamepad,
  shirt: Shirt,
  wand: Wand,
}

/** The names of all icons, in the order of the contract. */
export const ICON_NAMES = Object.keys(ICONS) as readonly IconName[]

export function GroupIcon({ name }: { name: IconName }) {
  const Icon = ICONS[name]
  return <Icon aria-hidden />
}
