/** Reports that the process is running. Checks nothing else. */
export const loader = () => Response.json({ status: 'ok' }, { headers: { 'Cache-Control': 'no-store' } })
