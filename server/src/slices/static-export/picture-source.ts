import type { CatalogView } from '../../avatars/index.ts'
import { imageUrlOf, type PictureAnswer, type Pictures } from '../images/index.ts'
import { CELL_SIZE } from './cells.ts'
import type { AvatarPicture } from './ports.ts'

export type PictureSource = ReturnType<typeof createPictureSource>

/** Pictures of a view's listed avatars, in the size of a cell. */
export function createPictureSource(view: CatalogView, pictures: Pictures) {
  const pictureOf = (id: string) => pictures.pictureOf(imageUrlOf(view, view.slotOf(id)), CELL_SIZE)
  return {
    /** The most popular avatars that have a picture, in order. */
    popularPictures(count: number): AvatarPicture[] {
      const foundPictures: AvatarPicture[] = []
      for (const slot of count === 0 ? [] : view.listedSlots('popular')) {
        const id = view.idOf(slot)
        const picture = pictureOf(id)
        if (picture !== null) foundPictures.push({ id, picture: picture.name })
        if (foundPictures.length >= count) break
      }
      return foundPictures
    },
    async get({ id, picture }: AvatarPicture): Promise<PictureAnswer> {
      const currentPicture = pictureOf(id)
      return currentPicture?.name === picture ? await pictures.get(currentPicture, null) : { kind: 'none' }
    },
  }
}
