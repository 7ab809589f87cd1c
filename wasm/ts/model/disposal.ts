// Symbol.dispose, or where an engine has none a symbol that nobody calls.
export const disposeSymbol: typeof Symbol.dispose =
  Symbol.dispose ?? (Symbol('Symbol.dispose') as typeof Symbol.dispose)
