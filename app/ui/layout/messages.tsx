import { Children, createContext, useContext, type ReactNode } from 'react'
import { englishMessages, type MessageId } from '#app/site/messages/messages.ts'

/** Texts in the language of the page. The server provides them for public pages. Private pages are in English. */
export const MessagesContext = createContext(englishMessages)

/** Returns the texts in the language of the page. */
export const useMessages = () => useContext(MessagesContext)

type Values = Record<string, ReactNode | ((parts: ReactNode) => ReactNode)>

/** Renders a text with elements: a value is a node, and a tag is a function that renders the text between the tags. */
export function Message({ id, values }: { id: MessageId; values: Values }) {
  const given = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'function' ? (parts: ReactNode[]) => value(Children.toArray(parts)) : value,
    ]),
  )
  return <>{Children.toArray(useMessages().parts<ReactNode>(id, given as never))}</>
}
