import { allow } from '#app/access.ts'
import { SITE_SEARCH } from '#app/platform/config/chat-limits.ts'
import type { Context } from '#app/context.server.ts'
import { invalidField } from '#app/errors.ts'
import type { Model } from '#app/features/chat/schema.ts'

/** Returns the available models: the search, and an external model if one is configured. */
export async function listModels(ctx: Pick<Context, 'actor' | 'config'>): Promise<Model[]> {
  allow(ctx, 'chat:use')
  const { chat } = ctx.config
  return [
    {
      id: SITE_SEARCH,
      name: 'Search with quotes',
      description:
        'Quotes the published passage that best matches your question. Does not write answers. Nothing leaves the server.',
      default: true,
      is_external: false,
    },
    ...(chat
      ? [
          {
            id: chat.model,
            name: chat.model,
            description: `Writes answers from the published pages. Your questions and the conversation are sent to ${new URL(chat.baseUrl).host}.`,
            default: false,
            is_external: true,
          },
        ]
      : []),
  ]
}

/** Returns the model with this id, or the default model without an id. Throws `Invalid`. */
export async function findModel(ctx: Context, id: string | undefined): Promise<Model> {
  const models = await listModels(ctx)
  const found = models.find((model) => (id === undefined ? model.default : model.id === id))
  if (found) return found
  const ids = models.map((model) => model.id).join(', ')
  throw invalidField('model', `This model does not exist. Available: ${ids}.`)
}
