import { createContext, useContext } from 'react'

/** CSP nonce of a private page's scripts. The value is undefined in browsers, which hide nonces. */
export const NonceContext = createContext<string | undefined>(undefined)

/** Returns the nonce of this response, or undefined in the browser. */
export const useNonce = () => useContext(NonceContext)
