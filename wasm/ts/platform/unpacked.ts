// The module that rfm-wasm/inline carries in itself.
import packed from 'embedded:module'

export async function unpacked(): Promise<WebAssembly.Module> {
  const zipped = Uint8Array.from(atob(packed), letter => letter.charCodeAt(0))
  const stream = new Blob([zipped]).stream().pipeThrough(new DecompressionStream('gzip'))
  return WebAssembly.compile(await new Response(stream).arrayBuffer())
}
