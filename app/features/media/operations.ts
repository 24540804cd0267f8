import { z } from 'zod'
import {
  changeMediaInput,
  deleteMediaQuery,
  media,
  mediaLimits,
  mediaParam,
  mediaQuery,
  uploadInput,
} from '#app/features/media/schema.ts'
import { operationsAt } from '#app/operations/operation.ts'
import { pageFields } from '#app/operations/parts.ts'

const access = { session: 'cms:write' } as const
const onMedia = operationsAt('/api/cms/media', { access })
const onImage = operationsAt('/api/cms/media/{id}', { access, params: mediaParam, refuses: [404] })
const one = z.object({ media })

export const listMedia = onMedia('listMedia', 'GET', {
  keys: 'content:read',
  query: mediaQuery,
  answers: {
    200: z.object({
      media: z.array(media).meta({ description: 'Images on this page of the list.' }),
      ...pageFields,
    }),
  },
  summary: 'List images',
  description: 'Newest first.',
})

export const uploadMedia = onMedia('uploadMedia', 'POST', {
  keys: 'content:write',
  upload: { fields: uploadInput, most: mediaLimits.bytes },
  answers: { 201: one, 200: one },
  refuses: [503],
  summary: 'Upload an image',
  description:
    'Send a PNG, JPEG, WebP, AVIF, GIF or SVG of up to 20 MiB. The type is detected from the content. If the file was already uploaded, returns 200 with the existing image. Returns 503 while too many images are being processed.',
})

export const readMedia = onImage('readMedia', 'GET', {
  keys: 'content:read',
  answers: { 200: one },
  summary: 'Read an image',
})

export const changeMedia = onImage('changeMedia', 'PATCH', {
  keys: 'content:write',
  body: changeMediaInput,
  answers: { 200: one },
  summary: 'Change the description of an image',
  description: 'Existing pages keep their current description of the image.',
})

export const deleteMedia = onImage('deleteMedia', 'DELETE', {
  keys: 'content:write',
  query: deleteMediaQuery,
  answers: { 204: null },
  refuses: [409],
  summary: 'Delete an image',
  description: 'Returns 409 with the published pages that show the image, unless `force=true`.',
})
