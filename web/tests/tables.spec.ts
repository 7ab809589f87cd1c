// Tables as people have them (tests/tables) are taken for the same by the page as by the package,
// whose own tests hold it equal to the program.
import { readdirSync, readFileSync } from 'node:fs'
import { load } from 'rfm-wasm/sync'
import { expect, give, test } from './page'

const folder = new URL('../../tests/tables/', import.meta.url)
const names = readdirSync(folder)
const PARTS = 4

for (let part = 0; part < PARTS; part += 1)
  test(`tables of people are read as the package reads them, ${part + 1} of ${PARTS}`, async ({ page }) => {
    const rfm = await load()
    await page.goto('/')
    for (const name of names.filter((_, k) => k % PARTS === part)) {
      const buffer = readFileSync(new URL(name, folder))
      const csv = new Uint8Array(buffer)
      let refusal = ''
      try {
        rfm.describe({ csv })
      } catch (error) {
        refusal = (error as Error).message
      }
      await give(page, { name, mimeType: 'text/plain', buffer })
      if (refusal) {
        await expect(page.getByRole('alert')).toContainText(refusal)
        continue
      }
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
      const target = await page.getByLabel('Column to predict').inputValue()
      const { columns } = rfm.describe({ csv }, { target })
      for (const { name: column, role, kind } of columns.slice(0, 11)) {
        if (role !== 'target') await expect(page.getByLabel(`Role of ${column}`, { exact: true }), `${name}: ${column}`).toHaveValue(role === 'ignored' ? 'leave out' : kind)
      }
    }
  })
