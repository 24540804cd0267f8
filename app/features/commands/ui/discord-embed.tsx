import type { Embed } from '#app/features/actions/embed.ts'
import { DiscordLine, DiscordText } from '#app/features/commands/ui/discord-text.tsx'

/** An embed as Discord shows it. `fill` puts samples where names stand. */
export function DiscordEmbed({ embed, fill }: { embed: Embed; fill(text: string): string }) {
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
        {image && <Picture says="Large picture" url={image.url} />}
        {thumbnail && <Picture says="Small picture" url={thumbnail.url} />}
        {(footer?.text || timestamp) && (
          <p className="dc-muted">
            {[footer && fill(footer.text), timestamp?.slice(0, 10)].filter(Boolean).join(' • ')}
          </p>
        )}
      </div>
    </div>
  )
}

/** Where a picture will stand: it is another host’s, so that it is not loaded here. */
const Picture = ({ says, url }: { says: string; url: string }) => (
  <div className="dc-picture dc-muted">
    {says}
    <br />
    {url}
  </div>
)
