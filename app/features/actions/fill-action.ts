import { parseLimited } from '#app/primitives/bounded-json.ts'
import type { ActionType } from '#app/features/actions/action-types.ts'
import { isUrlTemplate, isWebUrl, type Embed } from '#app/features/actions/embed.ts'
import { fillTemplate, fillTemplates, type Facts } from '#app/features/actions/template.ts'

/** Template fields of a config and their maximum lengths. Ids, URLs and headers are never filled in. */
const texts: Record<string, number> = { content: 2000, reason: 512, name: 100 }
/** Maximum length of a URL in an embed. */
const MAX_URL_LENGTH = 2048
const MAX_BODY_LENGTH = 8000
/** Maximum number of characters that values add to a JSON body. */
const MAX_INSERTED = 8000
const MAX_EMBED_LENGTH = 6000
/** Invisible text for empty names and values, which Discord does not accept. */
const BLANK = '\u200b'

type Action = { type: ActionType; config: Record<string, unknown> }

/** Fills in the templates of an action. */
export function fillAction({ type, config }: Action, facts: Facts): Action {
  const filled = Object.entries(config).map(([name, value]) => {
    if (name === 'embed' && value) return [name, fillEmbed(value as Embed, facts) ?? undefined]
    if (name === 'body' && typeof value === 'string') return [name, fillBody(value, facts)]
    const most = Object.hasOwn(texts, name) ? texts[name] : undefined
    return [name, most !== undefined && typeof value === 'string' ? fillTemplate(value, facts, most) : value]
  })
  return { type, config: Object.fromEntries(filled) as Record<string, unknown> }
}

/** Fills in the URLs that are placeholders. Parts whose value is not a URL are omitted. */
function fillUrls({ url, image, thumbnail, author, footer, ...rest }: Embed, facts: Facts): Embed {
  const filled = (given: string | undefined) => {
    const value = given && isUrlTemplate(given) ? fillTemplate(given, facts, MAX_URL_LENGTH) : given
    return value && isWebUrl(value) ? value : undefined
  }
  const [link, large, small] = [url, image?.url, thumbnail?.url].map(filled)
  const part = (name: string, value: string | undefined) => (value ? { [name]: value } : {})
  return {
    ...rest,
    ...(link ? { url: link } : {}),
    ...(large ? { image: { url: large } } : {}),
    ...(small ? { thumbnail: { url: small } } : {}),
    ...(author
      ? {
          author: {
            name: author.name,
            ...part('url', filled(author.url)),
            ...part('icon_url', filled(author.icon_url)),
          },
        }
      : {}),
    ...(footer ? { footer: { text: footer.text, ...part('icon_url', filled(footer.icon_url)) } } : {}),
  }
}

/** Fills in an embed's texts and truncates each text to Discord's limit. Returns null if nothing visible remains. */
export function fillEmbed(embed: Embed, facts: Facts): Embed | null {
  let left = MAX_EMBED_LENGTH
  const take = (template: string | undefined, most: number) => {
    const text = template === undefined ? '' : fillTemplate(template, facts, Math.min(most, left))
    left -= text.length
    return text.trim() ? text : ''
  }
  const { title, description, author, footer, fields, ...rest } = fillUrls(embed, facts)
  const texts = { title: take(title, 256), description: take(description, 4096) }
  const by = take(author?.name, 256)
  const below = take(footer?.text, 2048)
  const listed = (fields ?? []).flatMap((field) => {
    if (left < 2) return []
    return [{ ...field, name: take(field.name, 256) || BLANK, value: take(field.value, 1024) || BLANK }]
  })
  const filled: Embed = {
    ...rest,
    ...(texts.title ? { title: texts.title } : {}),
    ...(texts.description ? { description: texts.description } : {}),
    ...(author && by ? { author: { ...author, name: by } } : {}),
    ...(footer && below ? { footer: { ...footer, text: below } } : {}),
    ...(listed.length ? { fields: listed } : {}),
  }
  const shows = Object.values(texts).join('') + by + below || listed.length || rest.image || rest.thumbnail
  return shows ? filled : null
}

/** Fills in a request body. Escapes values so that JSON remains valid. */
function fillBody(body: string, facts: Facts): string {
  try {
    return JSON.stringify(fillTemplates(parseLimited(body), facts, MAX_INSERTED))
  } catch {
    return fillTemplate(body, facts, MAX_BODY_LENGTH)
  }
}
