import { ANIMALS } from './animals.ts'
import { BASE_MODELS } from './base-models.ts'
import { BEINGS } from './beings.ts'
import { CLOTHING } from './clothing.ts'
import { FEATURES } from './features.ts'
import { GAMES } from './games.ts'
import { MAMMALS } from './mammals.ts'
import { ROLES } from './roles.ts'
import { STYLE } from './style.ts'
import type { Theme } from './theme.ts'
import { THINGS } from './things.ts'
import { WORKS } from './works.ts'

/** Every theme, in the order in which an avatar's tags are listed. */
export const VOCABULARY: readonly Theme[] = [
  MAMMALS,
  ANIMALS,
  BEINGS,
  STYLE,
  ROLES,
  CLOTHING,
  FEATURES,
  THINGS,
  BASE_MODELS,
  GAMES,
  WORKS,
]
