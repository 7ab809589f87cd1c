// Step 1: every kind of file that people have, and what the page says of it.
import { gzipSync } from 'node:zlib'
import { expect, file, give, test } from './page'

const ROWS = 'name;height;planted\nelm;12,5;1990\n"oak; old";30;\nash;;2001\n'

test.beforeEach(async ({ page }) => {
  await page.goto('/')
})

for (const [words, encoded] of [
  ['UTF-8', Buffer.from(`\ufefftree,café\na,1\nb,2\n`, 'utf-8')],
  ['UTF-16', Buffer.from(`\ufefftree,café\na,1\nb,2\n`, 'utf16le')],
  ['Windows-1252', Buffer.from('tree,café\na,1\nb,2\n', 'latin1')],
] as const) {
  test(`reads ${words}`, async ({ page }) => {
    await give(page, file('trees.csv', encoded))
    await expect(page.getByText(`${words}, cells between commas`)).toBeVisible()
    await expect(page.getByRole('strong').filter({ hasText: 'café' })).toBeVisible()
  })
}

test('reads semicolons, quotes and missing cells, and says which are missing', async ({ page }) => {
  await give(page, file('trees.csv', ROWS))
  await expect(page.getByText('cells between semicolons')).toBeVisible()
  await expect(page.getByText('1 of 2 cells are missing.').first()).toBeVisible()
  await expect(page.getByText('1 row without a target left out.')).toBeVisible()
  await page.getByLabel('Column to predict').selectOption('height')
  await page.getByText('Rows as text').click()
  await expect(page.getByRole('cell', { name: 'oak; old' })).toBeVisible()
})

test('reads decimal commas where cells are not cut at commas, and says so', async ({ page }) => {
  await page.goto('/')
  await give(page, file('prices.csv', 'price;area;day\n1.250,5;31;2024-05-01\n980,25;28,5;2024-05-02\n;30;2024-05-03\n'))
  await expect(page.getByText('Numbers with decimal commas.').first()).toBeAttached()
  await expect(page.getByRole('img', { name: /Histogram from 980[.\d]* to 1,25/ })).toBeVisible()
})

test('reads pasted cells of a spreadsheet', async ({ page }) => {
  await page.getByRole('button', { name: 'Paste text' }).click()
  await page.getByLabel(/Cells copied/).fill('x\ty\n1\t2\n3\t4\n')
  await page.getByRole('button', { name: 'Read it' }).click()
  await expect(page.getByText('2 rows, 2 columns, no missing cells')).toBeVisible()
  await expect(page.getByText('cells between tabs')).toBeVisible()
})

test('takes a dropped file', async ({ page }) => {
  const transfer = await page.evaluateHandle(() => {
    const made = new DataTransfer()
    made.items.add(new File(['x,y\n1,2\n3,4\n'], 'dropped.csv'))
    return made
  })
  await page.locator('.drop').dispatchEvent('drop', { dataTransfer: transfer })
  await expect(page.getByRole('heading', { name: 'dropped.csv' })).toBeVisible()
})

test('shows types and roles, which can be changed and stand in the address', async ({ page }) => {
  const rows = Array.from({ length: 30 }, (_, k) => `${k + 1},${k % 3},${k * 1.5},${k % 2 ? 'yes' : 'no'},${k}`)
  await give(page, file('rows.csv', `id,group,size,old,price\n${rows.join('\n')}\n`))
  await expect(page.getByText('Left out: an identifier: it is named as one and no two cells are alike.')).toBeVisible()
  await expect(page.getByLabel('Role of old')).toHaveValue('yes/no')
  await page.getByLabel('Role of group').selectOption('category')
  await page.getByLabel('Column to predict').selectOption('size')
  await expect(page).toHaveURL(/target=size/)
  await expect(page).toHaveURL(/roles=group%3Acategory/)
})

test('dates are dates, however they are written', async ({ page }) => {
  const ways = [
    (month: number, day: number) => `2023-0${month}-${day} 14:30:05+02:00`,
    (month: number, day: number) => `${day}.${month}.2023`,
    (month: number, day: number) => `${day} ${['Jan', 'févr.', 'März', 'abr', 'May'][month - 1]} 2023`,
    (month: number, day: number) => `${month}/${day}/23 2:30 pm`,
  ]
  const rows = Array.from({ length: 40 }, (_, k) => [...ways.map((way) => way(1 + (k % 5), 13 + (k % 15))), `2.${k % 7}.1`, `${k}.5`].join(','))
  await give(page, file('rows.csv', `iso,german,names,american,version,y\n${rows.join('\n')}\n`))
  for (const name of ['iso', 'german', 'names', 'american'])
    await expect(page.getByLabel(`Role of ${name}`)).toHaveValue('date')
  await expect(page.getByLabel('Role of version')).toHaveValue('category')
})

test('a cell that is no number is told of on the card of its column', async ({ page }) => {
  const rows = Array.from({ length: 40 }, (_, k) => `${k === 26 ? 'broken' : k},${k * 2}`)
  await give(page, file('rows.csv', `x,y\n${rows.join('\n')}\n`))
  await expect(page.getByText('1 cell that is no number, taken as missing, first on line 28.')).toBeVisible()
  await page.getByText('Rows as text').click()
  await expect(page.getByRole('row', { name: '27 broken counts as missing 52' })).toBeVisible()
  await expect(page.getByRole('row', { name: '28 27 54' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Take as categories: x' }).click()
  await expect(page.getByLabel('Role of x')).toHaveValue('category')
})

test('short rows are taken with missing cells, and long ones refused with their line', async ({ page }) => {
  await give(page, file('short.csv', 'x,y,z\n1,2,3\n4,5\n1,1,1\n2,2,2\n'))
  await expect(page.getByText('1 short row with missing cells at the end, first on line 3')).toBeVisible()
  await give(page, file('long.csv', 'x,y,z\n1,2,3\n4,5,6\n6,7,8,9\n1,1,1\n'))
  await expect(page.getByRole('alert')).toHaveText(/line 4: 4 cells, but the header has 3/)
})

test('one click reads numbers, dates and the first line otherwise', async ({ page }) => {
  await give(page, file('rows.csv', `weight;day;y\n${Array.from({ length: 9 }, (_, k) => `${k + 1}.${125 + 7 * k};0${k + 1}/05/2024;${k}`).join('\n')}\n`))
  const ends = page.locator('.column').filter({ hasText: 'weight' }).locator('.ends')
  await expect(ends).toHaveText(/1\.125/)
  await page.getByRole('button', { name: 'Read the comma as decimal mark: weight' }).click()
  await expect(ends).toHaveText(/1,125/)
  await expect(page).toHaveURL(/decimal=%2C/)
  const days = page.locator('.column').filter({ hasText: 'day' }).locator('.ends')
  await expect(days).toHaveText('2024-05-012024-05-09')
  await page.getByRole('button', { name: 'Read the month first: day' }).click()
  await expect(days).toHaveText('2024-01-052024-09-05')
})

test('a file packed by gzip is read', async ({ page }) => {
  await give(page, file('rows.csv.gz', gzipSync('x,y\n1,2\n3,4\n5,7\n')))
  await expect(page.getByText('3 rows, 2 columns, no missing cells')).toBeVisible()
})

const BAD: [string, Buffer | string, RegExp][] = [
  ['an empty file', '', /The file is empty/],
  ['a header without rows', 'x,y\n', /no row behind the names/],
  ['one column', 'x\n1\n2\n', /only one column, “x”/],
  ['a binary file', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 8, 0, 1, 2, 0, 0, 0, 255]), /this is no text file/],
  ['a quote never closed', `x,y\n1,"${'a\n'.repeat(1_200_000)}`, /line 2, column 2: the quote that opens here is never closed/],
]
for (const [words, content, said] of BAD) {
  test(`refuses ${words} in words`, async ({ page }) => {
    await give(page, file('bad.csv', content))
    await expect(page.getByRole('alert')).toHaveText(said)
  })
}

test('a file of 100 MB is read without freezing the page, and can be cancelled', async ({ page }) => {
  await page.evaluate(() => {
    const block = new Blob([Array.from({ length: 20_000 }, (_, k) => `${k},${k % 7},${Math.sin(k)}\n`).join('')])
    const parts = Math.ceil(100e6 / block.size)
    const transfer = new DataTransfer()
    transfer.items.add(new File(['x,y,z\n', ...Array.from({ length: parts }, () => block)], 'huge.csv'))
    const picker = document.querySelector<HTMLInputElement>('input[type=file]')!
    picker.files = transfer.files
    picker.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await expect(page.getByRole('progressbar', { name: 'Reading huge.csv' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'huge.csv' })).toHaveCount(0)
})

test('of a file with many rows an even sample is kept, and the page says so', async ({ page }) => {
  const rows = Array.from({ length: 50_000 }, (_, k) => `${k % 100},${k % 7}`)
  await give(page, file('long.csv', `x,y\n${rows.join('\n')}\n`))
  await expect(page.getByText('50,000 rows, 2 columns, no missing cells. 20,000 of them, drawn evenly, are kept.')).toBeVisible()
})

test('a toy problem is drawn again from its seed', async ({ page }) => {
  await page.getByRole('button', { name: /XOR in ten/ }).click()
  const first = page.locator('.ends').nth(1)
  const before = await first.textContent()
  await page.getByLabel('Seed of the drawing').fill('7')
  await page.getByLabel('Seed of the drawing').press('Enter')
  await expect(page).toHaveURL(/draw=7/)
  await expect(first).not.toHaveText(before!)
  await page.reload()
  await expect(page.getByLabel('Seed of the drawing')).toHaveValue('7')
})
