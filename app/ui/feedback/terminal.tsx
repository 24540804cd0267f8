import { Fragment } from 'react'

/** Renders commands to type, one per line. Long lines wrap between words, so that a phone shows all of them. */
export const Terminal = ({ lines }: { lines: string[] }) => (
  <pre className="terminal mt-3 whitespace-pre-wrap">
    <code>
      {lines.map((line, row) => (
        <Fragment key={line}>
          {row > 0 && '\n'}
          {line.split(' ').map((word, index) => (
            <Fragment key={index}>
              {index > 0 && ' '}
              <span className="inline-block max-w-full [overflow-wrap:anywhere]">{word}</span>
            </Fragment>
          ))}
        </Fragment>
      ))}
    </code>
  </pre>
)
