import type { Media } from '#app/features/media/schema.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { formatBytes } from '#app/ui/feedback/bytes.ts'
import { CopyButton } from '#app/ui/feedback/copy-button.tsx'
import { ConfirmCheckbox, Field } from '#app/ui/forms/field.tsx'
import { Thumbnail } from '#app/features/media/ui/media-grid.tsx'
import { Timestamp } from '#app/ui/feedback/timestamp.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { DefinitionList, Section } from '#app/ui/layout/section-layout.tsx'

/** What is known of an image, and what to put into a text. */
export function MediaDetail({ media }: { media: Media }) {
  const { url, type, bytes, width, height, uploaded_by, created_at, markdown, used_in } = media
  return (
    <>
      <div className="mb-6 border border-line bg-sunken">
        <Thumbnail
          image={media}
          alt={media.alt || media.name}
          className="mx-auto max-h-96 w-auto max-w-full"
          wide
        />
      </div>
      <DefinitionList
        facts={[
          ['Markdown', <Copied key="markdown" text={markdown} label="Copy Markdown" what="of this image" />],
          ['Address', <Copied key="url" text={url} label="Copy address" what="of this image" />],
          ['Size', `${width} × ${height} pixels, ${formatBytes(bytes)}`],
          ['Type', type],
          [
            'Uploaded',
            <>
              <Timestamp key="at" at={created_at} />
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

/** What can be done with an image. */
export function MediaForms({ media, alt, removal }: Props) {
  const { used_in } = media
  return (
    <div className="mt-8 border-t border-line pt-8">
      <Section
        id="alt"
        title="What it shows"
        lead="For those who do not see it. It goes into the Markdown above."
      >
        <PostForm intent="alt" button="Save" busy="Saving" refusal={alt} className="max-w-2xl space-y-4">
          <Field
            label="In one sentence"
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
        title="Delete the image"
        lead={
          used_in.length
            ? 'Published pages show it, as said above. They will have a gap in its place.'
            : 'Nobody gets it from then on. Drafts that show it will have a gap in its place.'
        }
      >
        <PostForm
          intent="delete"
          button="Delete"
          busy="Deleting"
          look="button danger"
          refusal={removal}
          className="space-y-4"
        >
          {used_in.length > 0 && <input type="hidden" name="force" value="yes" />}
          <ConfirmCheckbox
            label={used_in.length ? 'Delete it although pages show it' : 'Delete it for good'}
            name="confirm"
            refusal={removal}
          />
        </PostForm>
      </Section>
    </div>
  )
}
