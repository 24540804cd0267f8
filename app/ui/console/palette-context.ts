import { createContext, useContext, type ReactNode } from 'react'

/** Button of the command palette, which the root of the page passes to the layout of the console. */
export const PaletteContext = createContext<ReactNode>(null)

/** Returns the button of the command palette. */
export const usePalette = (): ReactNode => useContext(PaletteContext)
