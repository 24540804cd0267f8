import { imageSlots, type ImageSlot, type SavedSite } from '#app/features/site/schema.ts'
import { Field } from '#app/ui/forms/field.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { type FormRefusal, refusalFor } from '#app/ui/forms/refusal.ts'
import { Section } from '#app/ui/layout/section-layout.tsx'
import type { Site } from '#app/site/identity.ts'

const slots = {
  logo: { label: 'Logo', hint: 'SVG, PNG, JPEG, WebP or AVIF.' },
  logo_dark: { label: 'Dark theme logo', hint: 'Defaults to the logo.' },
  icon: { label: 'Icon', hint: 'SVG or PNG, best square.' },
} as const satisfies Record<ImageSlot, object>

type Props = { saved: SavedSite; site: Site; refusal: FormRefusal | undefined }

/** Renders an upload form for each image of the site. The forms work without scripts. */
export const SiteImages = (props: Props) => (
  <Section id="images" title="Logo and icon">
    <div className="grid max-w-3xl gap-x-8 sm:grid-cols-3">
      {imageSlots.map((slot) => (
        <ImageForm key={slot} slot={slot} {...props} />
      ))}
    </div>
  </Section>
)

/**
 * Renders the current image of a slot, and forms to replace and remove the image. Its parts are rows of the grid around
 * it, so that the fields of all slots are in line.
 */
export function ImageForm({ slot, saved, site, refusal }: Props & { slot: ImageSlot }) {
  const { label, hint } = slots[slot]
  const src = site[slot]
  const lock = saved.locked[slot]
  const told = refusalFor(slot, refusal)
  return (
    <div className="row-span-4 grid min-w-0 grid-rows-subgrid max-sm:not-first:mt-8">
      <div className="self-end">
        {(src || lock) && <p className="label">{label}</p>}
        {src && (
          <div
            className={`my-2 flex h-24 items-center justify-center border border-line p-3 ${slot === 'logo_dark' ? 'bg-[#0f1214]' : 'bg-[#fcfcf9]'}`}
          >
            <img src={src} alt={`Current ${label.toLowerCase()}`} className="size-full object-contain" />
          </div>
        )}
      </div>
      {lock ? (
        <p className="text-muted">
          {lock === 'file' ? 'Set in site.yaml.' : 'Set by an environment variable.'}
        </p>
      ) : (
        <>
          <form method="post" encType="multipart/form-data" className="row-span-2 grid grid-rows-subgrid">
            <input type="hidden" name="intent" value={slot} />
            <input type="hidden" name="version" value={saved.version} />
            <div className="space-y-3 self-end">
              {told && <Notice tone="stop" title={told.error} />}
              <Field label={`File for ${label.toLowerCase()}`} hint={hint} name="file" type="file" required />
            </div>
            <button type="submit" className="button small mt-3 min-h-11 justify-self-start">
              {`Upload ${label.toLowerCase()}`}
            </button>
          </form>
          {saved.settings[slot] && (
            <PostForm
              intent={`remove-${slot}`}
              version={saved.version}
              button={`Remove ${label.toLowerCase()}`}
              busy="Removing"
              refusal={refusalFor(`remove-${slot}`, refusal)}
              className="mt-2"
            />
          )}
        </>
      )}
    </div>
  )
}
