import { Form } from '@remix-run/react'
import type { Model } from '#app/features/chat/schema.ts'

/** Renders the introduction of the chat and suggested questions. */
export function ChatWelcome({ models, examples }: { models: Model[]; examples: readonly string[] }) {
  return (
    <div className="mt-4">
      <p className="max-w-2xl text-lg text-soft">
        {models.length > 1
          ? 'Answers come from the published pages, with quotes and links to their sources.'
          : 'You get the published passage that best matches your question, word for word, with a link to its page. This search does not write answers.'}{' '}
        Only you can see your conversations.
      </p>
      {models.length > 1 && (
        <dl className="mt-4 max-w-2xl space-y-2">
          {models.map(({ id, name, description }) => (
            <div key={id}>
              <dt className="label">{name}</dt>
              <dd className="text-soft">{description}</dd>
            </div>
          ))}
        </dl>
      )}
      {examples.length > 0 && <h2 className="mt-8 text-2xl">Try one of these questions</h2>}
      <ul className="mt-3 flex flex-wrap gap-3">
        {examples.map((question) => (
          <li key={question}>
            <Form method="post">
              <input type="hidden" name="intent" value="ask" />
              <input type="hidden" name="message" value={question} />
              <button type="submit" className="button small min-h-11 text-left">
                {question}
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </div>
  )
}
