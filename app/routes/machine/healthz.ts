/** Reports that the process runs. Checks nothing else. */
export const loader = () => Response.json({ status: 'ok' }, { headers: { 'Cache-Control': 'no-store' } })
