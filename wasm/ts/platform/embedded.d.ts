// What build.mjs puts into rfm-wasm/inline.
declare module 'embedded:module' {
  /** rfm.wasm, compressed by gzip, in base64. */
  const packed: string
  export default packed
}
declare module 'embedded:worker' {
  /** The worker as a script without imports. */
  const script: string
  export default script
}
declare module 'embedded:worker.node' {
  const script: string
  export default script
}
