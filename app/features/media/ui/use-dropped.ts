import { useEffect, useRef, useState, type DragEvent } from 'react'
import { useAlive } from '#app/ui/feedback/use-alive.ts'

/**
 * Hears of files that are dropped on an element, which gets the handlers of `zone`, and of those that are pasted anywhere on
 * the page. `works` is false until a script runs, and `isOver` true while something hangs over the element.
 */
export function useDropped(take: (data: DataTransfer | null) => void) {
  const works = useAlive()
  const [isOver, setIsOver] = useState(false)
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (!event.clipboardData?.files.length) return
      event.preventDefault()
      latest.current(event.clipboardData)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
  const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  const over = (event: DragEvent) => {
    if (!holdsFiles(event)) return
    event.preventDefault()
    setIsOver(true)
  }
  return {
    works,
    isOver,
    zone: {
      onDragEnter: over,
      onDragOver: over,
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false)
      },
      onDrop: (event: DragEvent) => {
        setIsOver(false)
        if (!holdsFiles(event)) return
        event.preventDefault()
        take(event.dataTransfer)
      },
    },
  }
}
