import type { Media } from '#app/features/media/schema.ts'
import { CopyButton } from '#app/ui/feedback/copy-button.tsx'
import { Selection, SelectRow } from '#app/ui/lists/selection.tsx'

const verbs = [{ value: 'delete', name: 'Delete', isDangerous: true, confirm: 'Yes, delete these images.' }]

type ListedImage = Pick<Media, 'id' | 'name' | 'alt' | 'markdown' | ThumbnailField>
type ThumbnailField = 'url' | 'width' | 'height' | 'sizes'

/** Returns the fields that the grid shows, with the smallest size only. */
export const thumbnailOf = ({ id, name, alt, markdown, url, width, height, sizes }: Media): ListedImage => ({
  id,
  name,
  alt,
  markdown,
  url,
  width,
  height,
  sizes: sizes.slice(0, 1),
})

/** Renders a grid of images with links to their details. Images can be selected. */
export function MediaGrid({ media, done }: { media: ListedImage[]; done: unknown }) {
  return (
    <Selection verbs={verbs} done={done}>
      <ul className="media-grid mt-2 grid grid-cols-2 gap-x-5 gap-y-8 md:grid-cols-3 xl:grid-cols-4">
        {media.map((image) => (
          <li key={image.id}>
            <a href={`/admin/media/${image.id}`} className="link label">
              <span>
                <Thumbnail image={image} />
              </span>
              {image.name}
            </a>
            <p className="mb-2 grow text-[0.9375rem] text-soft">
              {image.alt || <span className="text-muted">No description yet</span>}
            </p>
            <p className="list-pick flex items-center gap-3">
              <SelectRow of={image.id} label={image.name} />
              <CopyButton label="Copy Markdown" what={`of ${image.name}`} text={image.markdown} />
            </p>
          </li>
        ))}
      </ul>
    </Selection>
  )
}

type Props = { image: Pick<Media, ThumbnailField>; className?: string; alt?: string; wide?: boolean }

/**
 * Renders an image in the smallest suitable size. The name is next to the image, so the alternative text can be empty.
 */
export function Thumbnail({ image, className, alt = '', wide = false }: Props) {
  const { url, width, height, sizes } = image
  const size = wide ? sizes.find((one) => one.width >= 960) : sizes[0]
  return (
    <img
      src={size?.url ?? url}
      alt={alt}
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      className={className}
    />
  )
}
