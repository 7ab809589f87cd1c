import { load } from 'rfm-wasm'

export const dynamic = 'force-dynamic'

export async function GET() {
  const rfm = await load()
  const model = await rfm.fit({ a: [1, 2, 3, 4, 5, 6], b: [2, 4, 6, 8, 10, 13] }, { kernel: 'gaussian', rounds: 0 })
  const { value } = model.predict({ a: 3 })
  rfm.dispose()
  return Response.json({ value })
}
