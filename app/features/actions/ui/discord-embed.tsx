import type { Embed } from '#app/features/actions/embed.ts'
import { DiscordLine, DiscordText } from '#app/features/actions/ui/discord-text.tsx'

type Props = {
  embed: Embed
  /** Replaces placeholders with samples. */
  fill?(text: string): string
}

/** Renders an embed in Discord's layout. */
export function DiscordEmbed({ embed, fill = (text) => text }: Props) {
  const { title, description, url, color, author, footer, image, thumbnail, fields = [], timestamp } = embed
  return (
    <div className="dc-embed">
      <svg className="dc-bar" aria-hidden="true">
        {color !== undefined && (
          <rect width="100%" height="100%" fill={`#${color.toString(16).padStart(6, '0')}`} />
        )}
      </svg>
      <div className="min-w-0 space-y-2 px-3 py-2.5">
        {author?.name && <p className="dc-head text-sm">{fill(author.name)}</p>}
        {title && (
          <p className={`font-semibold ${url ? 'dc-link' : 'dc-head'}`}>
            <DiscordLine text={fill(title)} />
          </p>
        )}
        {description && <DiscordText text={fill(description)} />}
        {fields.length > 0 && (
          <div className="dc-fields">
            {fields.map(({ name, value, inline }, index) => (
              <div key={index} className={inline ? 'min-w-0' : 'dc-wide'}>
                <p className="dc-head text-sm">
                  <DiscordLine text={fill(name)} />
                </p>
                <DiscordText text={fill(value)} />
              </div>
            ))}
          </div>
        )}
        {image && <ImagePlaceholder label="Large image" url={image.url} />}
        {thumbnail && <ImagePlaceholder label="Small image" url={thumbnail.url} />}
        {(footer?.text || timestamp) && (
          <p className="dc-muted">
            {[footer && fill(footer.text), timestamp?.slice(0, 10)].filter(Boolean).join(' • ')}
          </p>
        )}
      </div>
    </div>
  )
}

/** Renders a placeholder for an image. Images on other hosts are not loaded. */
const ImagePlaceholder = ({ label, url }: { label: string; url: string }) => (
  <div className="dc-picture dc-muted">
    {label}
    <br />
    {url}
  </div>
)
