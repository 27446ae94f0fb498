import { Type } from 'typebox'
import { avatarParams } from '../fields.ts'
import { IMAGE_SIZES } from '../images.ts'
import { defineRoutes } from '../route.ts'

/** Pictures of avatars for pages and worlds. The platform only serves them to programs that identify themselves. */
export const imageRoutes = defineRoutes({
  avatarImage: {
    tag: 'catalog',
    auth: 'public',
    method: 'GET',
    limit: 'files',
    path: '/avatars/{id}/image',
    summary: "An avatar's picture",
    description:
      'From our own cache, or fetched from the platform. Clients whose `Accept` names WebP get that, which has a tenth of ' +
      'the bytes. May be cached for a day: another picture has another `imageUrl`. Pictures that the platform has in ' +
      'only one size are answered in that size. Nothing is counted.',
    params: avatarParams,
    query: Type.Object({
      size: Type.Enum(IMAGE_SIZES, { default: 256, description: 'Width in pixels' }),
    }),
    headers: Type.Object({
      Accept: Type.Optional(
        Type.String({ description: 'Media types: if they include `image/webp`, WebP is sent' }),
      ),
    }),
    response: Type.String({ description: 'PNG, JPEG, WebP or GIF' }),
    mediaType: 'image/*',
    // A picture URL of the platform never changes its content, but an avatar may get another URL.
    cacheControl: 'public, max-age=86400',
    errors: ['avatar_not_found', 'image_not_found', 'upstream_unavailable'],
    inSpec: false,
  },
})
