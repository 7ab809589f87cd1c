// How Node gets a module.
import { readFile } from 'node:fs/promises'

export async function compile(url: URL): Promise<WebAssembly.Module> {
  if (url.protocol === 'file:') return WebAssembly.compile(new Uint8Array(await readFile(url)))
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url.href} answered ${response.status}`)
  return WebAssembly.compile(await response.arrayBuffer())
}
