// How Node gets a module.
import { readFile } from 'node:fs/promises'

export async function compile(url: URL, signal?: AbortSignal): Promise<WebAssembly.Module> {
  if (url.protocol === 'file:') return WebAssembly.compile(new Uint8Array(await readFile(url)))
  const response = await fetch(url, signal === undefined ? {} : { signal })
  if (!response.ok) throw new Error(`${url.href} answered ${response.status}`)
  return WebAssembly.compile(await response.arrayBuffer())
}
