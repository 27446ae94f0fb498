import type { CatalogView } from '../../avatars/index.ts'
import { imageUrlOf, type Pictures } from '../images/index.ts'
import { CELL_SIZE } from './cells.ts'
import type { AvatarPicture, PictureSource } from './ports.ts'

/** Pictures of a view's listed avatars, in the size of a cell. */
export function createPictureSource(view: CatalogView, pictures: Pictures): PictureSource {
  const pictureOf = (id: string) => pictures.pictureOf(imageUrlOf(view, view.slotOf(id)), CELL_SIZE)
  return {
    popular(count) {
      const foundPictures: AvatarPicture[] = []
      for (const slot of count === 0 ? [] : view.listedSlots('popular')) {
        const id = view.idOf(slot)
        const picture = pictureOf(id)
        if (picture !== null) foundPictures.push({ id, picture: picture.name })
        if (foundPictures.length >= count) break
      }
      return foundPictures
    },
    async get({ id, picture }) {
      const now = pictureOf(id)
      return now?.name === picture ? await pictures.get(now, null) : { kind: 'none' }
    },
  }
}
