import type { Media } from '#app/features/media/schema.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { formatBytes } from '#app/primitives/bytes.ts'
import { CopyButton } from '#app/ui/feedback/copy-button.tsx'
import { ConfirmCheckbox, Field } from '#app/ui/forms/field.tsx'
import { Thumbnail } from '#app/features/media/ui/media-grid.tsx'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { DefinitionList, Section } from '#app/ui/layout/section-layout.tsx'

/** Renders the details of an image and its Markdown. */
export function MediaDetail({ media }: { media: Media }) {
  const { url, type, bytes, width, height, uploaded_by, created_at, markdown, used_in } = media
  return (
    <>
      <div className="mb-6 border border-line bg-sunken">
        <Thumbnail
          image={media}
          alt={media.alt || media.name}
          className="h-auto object-contain mx-auto max-h-96 w-auto max-w-full"
          wide
        />
      </div>
      <DefinitionList
        facts={[
          ['Markdown', <Copied key="markdown" text={markdown} label="Copy Markdown" what="of this image" />],
          ['URL', <Copied key="url" text={url} label="Copy URL" what="of this image" />],
          ['Size', `${width} × ${height} pixels, ${formatBytes(bytes)}`],
          ['Type', type],
          [
            'Uploaded',
            <>
              <RelativeTime key="at" at={created_at} />
              {uploaded_by && `, by ${uploaded_by}`}
            </>,
          ],
          ['Shown on', used_in.length ? <Pages key="pages" pages={used_in} /> : 'no page'],
        ]}
      />
    </>
  )
}

const Copied = ({ text, ...button }: { text: string; label: string; what: string }) => (
  <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
    <code className="code-inline">{text}</code>
    <CopyButton text={text} {...button} />
  </span>
)

const Pages = ({ pages }: { pages: Media['used_in'] }) => (
  <ul>
    {pages.map(({ path, title }) => (
      <li key={path}>
        <a href={path} className="link inline-block py-0.5">
          {title}
        </a>
      </li>
    ))}
  </ul>
)

type Props = { media: Media; alt: FormRefusal | undefined; removal: FormRefusal | undefined }

/** Renders the forms to change and delete an image. */
export function MediaForms({ media, alt, removal }: Props) {
  const { used_in } = media
  return (
    <div className="mt-8 border-t border-line pt-8">
      <Section
        id="alt"
        title="Description"
        lead="Text for people who cannot see the image. The Markdown above includes this text."
      >
        <PostForm intent="alt" button="Save" busy="Saving" refusal={alt} className="max-w-2xl space-y-4">
          <Field
            label="Describe the image in one sentence"
            name="alt"
            defaultValue={media.alt}
            maxLength={500}
            autoComplete="off"
            refusal={alt}
          />
        </PostForm>
      </Section>
      <Section
        id="delete"
        title="Delete image"
        lead={
          used_in.length
            ? 'The published pages listed above use this image and will show a missing image.'
            : 'The image URL will return 404, and drafts that use the image will show a missing image.'
        }
      >
        <PostForm
          intent="delete"
          button="Delete image"
          busy="Deleting"
          look="button danger"
          refusal={removal}
          className="space-y-4"
        >
          {used_in.length > 0 && <input type="hidden" name="force" value="yes" />}
          <ConfirmCheckbox
            label={used_in.length ? 'Delete the image even though pages show it' : 'Delete image'}
            name="confirm"
            refusal={removal}
          />
        </PostForm>
      </Section>
    </div>
  )
}
