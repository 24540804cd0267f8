import { createHash } from 'node:crypto'
import { http, HttpResponse } from 'msw'

const sha1 = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase()

/**
 * Plays the range API: answers the ends of the hashes that begin with five digits, and how often each was seen. A count of 0
 * is the padding that was asked for. `asked` notes every address.
 */
export const pwnedPasswords = (counts: Record<string, number>, asked: string[] = []) =>
  http.get('https://api.pwnedpasswords.com/range/:prefix', ({ request, params }) => {
    asked.push(request.url)
    if (request.headers.get('Add-Padding') !== 'true') return new HttpResponse(null, { status: 400 })
    const found = Object.entries(counts)
      .map(([password, count]) => [sha1(password), count] as const)
      .filter(([digest]) => digest.startsWith(String(params.prefix)))
      .map(([digest, count]) => `${digest.slice(5)}:${count}`)
    return HttpResponse.text(['0018A45C4D1DEF81644B54AB7F969B88D65:10', ...found].join('\r\n'))
  })

export { sha1 }
