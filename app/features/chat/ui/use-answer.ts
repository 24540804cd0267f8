import { useRevalidator } from '@remix-run/react'
import { useEffect, useState } from 'react'
import type { Message } from '#app/features/chat/schema.ts'
import { followAnswer, type SoFar } from '#app/features/chat/ui/follow-answer.ts'

/** An answer as it stands, and as it grows while it is being written. The page is read again when it has ended. */
export function useAnswer(message: Message): Pick<Message, 'content' | 'citations'> {
  const { id, status } = message
  const { revalidate } = useRevalidator()
  const [heard, setHeard] = useState<SoFar | null>(null)

  useEffect(() => {
    if (status !== 'streaming') return
    const { content, citations, last_event_id } = message
    let frame = 0
    let latest: SoFar | null = null
    // Many words may come within one picture of the screen.
    const show = () => {
      frame = 0
      setHeard(latest)
    }
    const leave = followAnswer(
      `/api/chat/messages/${id}/stream`,
      { content, citations, last: last_event_id ?? 0 },
      {
        heard(answer) {
          latest = answer
          frame ||= requestAnimationFrame(show)
        },
        ended: revalidate,
      },
    )
    return () => {
      leave()
      cancelAnimationFrame(frame)
    }
    // What the page brought when the answer began to be followed is what it goes on from.
  }, [id, status])

  return status === 'streaming' && heard && heard.content.length >= message.content.length ? heard : message
}
